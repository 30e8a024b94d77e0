// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around
#include "etk/reduce/cumulative.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCumsum[] = "cumsum.out";

Tensor& ETK_KERNEL(cumsum_out)(
    Context& ctx, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  const auto add = [](auto total, auto x) { return total + x; };
  return accumulate<kCumsum>(ctx, self, dim, dtype, 0, add, out);
}

}  // namespace torch::executor::native
