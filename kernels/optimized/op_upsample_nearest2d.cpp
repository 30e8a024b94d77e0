// upsample_nearest2d(self): the image in another size, each pixel being the nearest one of self
#include "vec/image/resample.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpsampleNearest2d[] = "upsample_nearest2d.out";
static constexpr char kUpsampleNearest2dVec[] = "upsample_nearest2d.vec_out";

template <const char* kOp>
static Tensor& upsample_nearest(
    Context& ctx, const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kOp>(self), out);
  if constexpr (selected_dtypes<kOp>().has(ScalarType::Float)) {
    if (vec::resample_nearest(self, sizes, out)) {
      return out;
    }
  }
  resample_nearest(ctx, self, sizes, out);
  return out;
}

Tensor& opt_upsample_nearest2d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    std::optional<double> scales_h,
    std::optional<double> scales_w,
    Tensor& out) {
  return upsample_nearest<kUpsampleNearest2d>(
      ctx, self, Resize::read(self, output_size, scales_h, scales_w), out);
}

Tensor& opt_upsample_nearest2d_vec_out(
    Context& ctx,
    const Tensor& input,
    std::optional<ArrayRef<int64_t>> output_size,
    std::optional<ArrayRef<double>> scale_factors,
    Tensor& out) {
  return upsample_nearest<kUpsampleNearest2dVec>(
      ctx, input, Resize::read(input, output_size, scale_factors), out);
}

}  // namespace torch::executor::native
