// upsample_bilinear2d(self): the image in another size, interpolated between the four pixels around each
// place
#include "etk/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleBilinear2d[] = "upsample_bilinear2d.out";
static constexpr char kUpsampleBilinear2dVec[] = "upsample_bilinear2d.vec_out";

Tensor& ETK_KERNEL(upsample_bilinear2d_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    bool align_corners,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  static constexpr auto dot = dot_instances<kUpsampleBilinear2d>();
  const auto sizes = Resize::read(self, output_size, scales_h, scales_w, align_corners);
  if (!try_faster<kUpsampleBilinear2d, ResampleFunction>(self, sizes, out)) {
    resample_linear(ctx, dot, self, sizes, Filter::kLinear, out);
  }
  return out;
}

Tensor& ETK_KERNEL(upsample_bilinear2d_vec_out)(
    Context& ctx,
    const Tensor& input,
    std::optional<ArrayRef<int64_t>> output_size,
    bool align_corners,
    std::optional<ArrayRef<double>> scale_factors,
    Tensor& out) {
  static constexpr auto dot = dot_instances<kUpsampleBilinear2dVec>();
  const auto sizes = Resize::read(input, output_size, scale_factors, align_corners);
  if (!try_faster<kUpsampleBilinear2dVec, ResampleFunction>(input, sizes, out)) {
    resample_linear(ctx, dot, input, sizes, Filter::kLinear, out);
  }
  return out;
}

}  // namespace torch::executor::native
