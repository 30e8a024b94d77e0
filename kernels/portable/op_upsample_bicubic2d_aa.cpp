// _upsample_bicubic2d_aa(self): the image in another size, each pixel being the mean of those around its
// place, weighted by the cubic convolution to as far as two pixels of the out
#include "etk/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleBicubic2dAa[] = "_upsample_bicubic2d_aa.out";

Tensor& _upsample_bicubic2d_aa_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    bool align_corners,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  static constexpr auto dot = dot_instances<kUpsampleBicubic2dAa>();
  ETK_REQUIRE(ctx, is_wide(self.scalar_type()) || self.scalar_type() == ScalarType::Byte, out);
  const auto sizes = Resize::read(self, output_size, scales_h, scales_w, align_corners);
  resample_linear(ctx, dot, self, sizes, Filter::kCubic, out);
  return out;
}

}  // namespace torch::executor::native
