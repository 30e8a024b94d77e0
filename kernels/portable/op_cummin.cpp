// cummin(self, dim)[i] = the smallest of self[j] for j ≤ i along dim, and the last j where it is
#include "etk/reduce/running_extreme.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCummin[] = "cummin.out";

std::tuple<Tensor&, Tensor&> cummin_out(
    Context& ctx, const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  return running_extreme<kCummin, /*kLargest=*/false>(ctx, self, dim, values, indices);
}

}  // namespace torch::executor::native
