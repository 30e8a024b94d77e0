// _adaptive_avg_pool2d(self): the mean of each of output_size windows, which cover the plane and are nearly
// of one size
#include "vec/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAdaptiveAvgPool2d[] = "_adaptive_avg_pool2d.out";

// Small windows of one size, and many on a line, as a pool that slides over the plane; false if they are not,
// or vectors cannot take them.
static bool slide(const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out) {
  constexpr int64_t kSmall = 16, kMany = 7;
  int64_t kernel[2];
  for (size_t d = 0; d < 2; ++d) {
    const int64_t size = self.dim() >= 3 ? self.size(self.dim() - 2 + static_cast<ssize_t>(d)) : 0;
    if (output_size.size() != 2 || output_size[d] <= 0 || size % output_size[d] != 0) {
      return false;
    }
    kernel[d] = size / output_size[d];
  }
  const int64_t padding = 0;
  Pool pool(self, 2);
  return kernel[0] * kernel[1] <= kSmall && output_size[1] >= kMany &&
         pool.slide(ArrayRef<int64_t>(kernel, 2), {}, ArrayRef<int64_t>(&padding, 1), /*ceil_mode=*/false) &&
         vec::mean_pool(PoolMean{pool}, self, out);
}

Tensor& opt_adaptive_avg_pool2d_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> output_size, Tensor& out) {
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, pool.adapt(output_size), out);
  if constexpr (selected_dtypes<kAdaptiveAvgPool2d>().has(Compute::kFloat)) {
    if (accepts<kAdaptiveAvgPool2d>(self) &&
        (slide(self, output_size, out) || vec::adaptive_mean_pool(pool, self, out))) {
      return out;
    }
  }
  pool.run<kAdaptiveAvgPool2d, kFloats>(ctx, out, nullptr, PoolMean{pool});
  return out;
}

}  // namespace torch::executor::native
