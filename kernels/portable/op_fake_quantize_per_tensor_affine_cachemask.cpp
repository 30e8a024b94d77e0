// fake_quantize_per_tensor_affine_cachemask(x) = (q - zero_point) · scale with q = round(x / scale) +
// zero_point, limited to [quant_min, quant_max]; and whether it was in that range
#include "etk/elementwise/fake_quantize.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFakeQuantize[] = "fake_quantize_per_tensor_affine_cachemask.out";

std::tuple<Tensor&, Tensor&> fake_quantize_per_tensor_affine_cachemask_out(
    Context& ctx,
    const Tensor& self,
    double scale,
    int64_t zero_point,
    int64_t quant_min,
    int64_t quant_max,
    Tensor& out0,
    Tensor& out1) {
  const IntegerRange range{quant_min, quant_max};
  const std::tuple<Tensor&, Tensor&> outs(out0, out1);
  ETK_REQUIRE(ctx, range.has(static_cast<double>(zero_point)), outs);
  const Scalar step(scale), zero(zero_point);
  return fake_quantize<kFakeQuantize>(
      ctx, self, unrounded(unpromoted(step)), unrounded(unpromoted(zero)), range, out0, out1);
}

}  // namespace torch::executor::native
