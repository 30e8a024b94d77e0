// upsample_bilinear2d(self): the image in another size, interpolated between the four pixels around each
// place
#include "vec/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleBilinear2d[] = "upsample_bilinear2d.out";
static constexpr char kUpsampleBilinear2dVec[] = "upsample_bilinear2d.vec_out";

template <const char* kOp>
static Tensor& upsample_linear(
    Context& ctx, const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  static constexpr auto dot = dot_instances<kOp>();
  if constexpr (selected_dtypes<kOp>().has(ScalarType::Float)) {
    if (vec::resample_linear(self, sizes, out)) {
      return out;
    }
  }
  resample_linear(ctx, dot, self, sizes, Filter::kLinear, out);
  return out;
}

Tensor& opt_upsample_bilinear2d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    bool align_corners,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  return upsample_linear<kUpsampleBilinear2d>(
      ctx, self, Resize::read(self, output_size, scales_h, scales_w, align_corners), out);
}

Tensor& opt_upsample_bilinear2d_vec_out(
    Context& ctx,
    const Tensor& input,
    std::optional<ArrayRef<int64_t>> output_size,
    bool align_corners,
    std::optional<ArrayRef<double>> scale_factors,
    Tensor& out) {
  return upsample_linear<kUpsampleBilinear2dVec>(
      ctx, input, Resize::read(input, output_size, scale_factors, align_corners), out);
}

}  // namespace torch::executor::native
