// _upsample_bilinear2d_aa(self): the image in another size, each pixel being the mean of those around its
// place, with weights that fall off linearly to as far as the pixels of the out are apart
#include "etk/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleBilinear2dAa[] = "_upsample_bilinear2d_aa.out";

Tensor& ETK_KERNEL_AS(_upsample_bilinear2d_aa_out, upsample_bilinear2d_aa_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    bool align_corners,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  static constexpr auto dot = dot_instances<kUpsampleBilinear2dAa>();
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || self.scalar_type() == ScalarType::Byte, out);
  const auto sizes = Resize::read(self, output_size, scales_h, scales_w, align_corners);
  if (!try_faster<kUpsampleBilinear2dAa, ResampleFunction>(self, sizes, out)) {
    resample_linear(ctx, dot, self, sizes, Filter::kTriangle, out);
  }
  return out;
}

}  // namespace torch::executor::native
