// upsample_nearest2d(self): the image in another size, each pixel being the nearest one of self
#include "etk/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleNearest2d[] = "upsample_nearest2d.out";
static constexpr char kUpsampleNearest2dVec[] = "upsample_nearest2d.vec_out";

Tensor& ETK_KERNEL(upsample_nearest2d_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kUpsampleNearest2d>(self), out);
  const auto sizes = Resize::read(self, output_size, scales_h, scales_w);
  if (!try_faster<kUpsampleNearest2d, ResampleFunction>(self, sizes, out)) {
    resample_nearest(ctx, self, sizes, out);
  }
  return out;
}

Tensor& ETK_KERNEL(upsample_nearest2d_vec_out)(
    Context& ctx,
    const Tensor& input,
    std::optional<ArrayRef<int64_t>> output_size,
    std::optional<ArrayRef<double>> scale_factors,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kUpsampleNearest2dVec>(input), out);
  const auto sizes = Resize::read(input, output_size, scale_factors);
  if (!try_faster<kUpsampleNearest2dVec, ResampleFunction>(input, sizes, out)) {
    resample_nearest(ctx, input, sizes, out);
  }
  return out;
}

}  // namespace torch::executor::native
