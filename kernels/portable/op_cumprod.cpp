// cumprod(self, dim)[i] = Π self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around
#include "etk/reduce/cumulative.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCumprod[] = "cumprod.out";

Tensor& ETK_KERNEL(cumprod_out)(
    Context& ctx, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  const auto multiply = [](auto total, auto x) { return total * x; };
  return accumulate<kCumprod>(ctx, self, dim, dtype, 1, multiply, out);
}

}  // namespace torch::executor::native
