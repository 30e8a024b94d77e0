// choose_qparams(input): the scale and the zero point with which the elements of a tensor, and 0, take up the
// range from quant_min to quant_max
#include "etk/base/copy.h"
#include "etk/quantize/affine.h"
#include "etk/quantize/extent.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kChooseQparams[] = "quantized_decomposed::choose_qparams.Tensor_out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(choose_qparams_tensor_out)(
    Context& ctx,
    const Tensor& input,
    int64_t quant_min,
    int64_t quant_max,
    double eps,
    ScalarType dtype,
    Tensor& scale_out,
    Tensor& zero_point_out) {
  const std::tuple<Tensor&, Tensor&> outs(scale_out, zero_point_out);
  const auto dims = wrap_dims(std::nullopt, input.dim());
  ETK_REQUIRE(ctx, compute_of(input.scalar_type()) == Compute::kFloat && input.numel() > 0, outs);
  ETK_REQUIRE(ctx, (accepts<kChooseQparams>(input, scale_out, zero_point_out)), outs);
  ETK_REQUIRE(ctx, scale_out.scalar_type() == ScalarType::Double, outs);
  ETK_REQUIRE(ctx, zero_point_out.scalar_type() == ScalarType::Long, outs);
  ETK_REQUIRE(ctx, (QuantizedRange{quant_min, quant_max}.is_of(dtype)), outs);
  ETK_REQUIRE(ctx, quant_min <= 0 && quant_max >= 0 && quant_min < quant_max, outs);
  float low = 0, scale = 0;
  Rows rows(input, *dims, input.scalar_type());
  rows.run<kChooseQparams, kSingle>(ctx, [&](auto& row) {
    const Extent<float> extent = extent_of<kChooseQparams>(row);
    const auto range = static_cast<float>(quant_max - quant_min);
    low = extent.low;
    scale = std::max(row.rounded(row.rounded(extent.high - low) / range), static_cast<float>(eps));
  });
  // There is no scale if elements are infinite or NaN, or if all are zero and eps is 0.
  ETK_REQUIRE(ctx, std::isfinite(low) && std::isfinite(scale) && scale > 0, outs);
  Shape one;
  one.push_back(1);
  if (!resize(ctx, scale_out, one) || !resize(ctx, zero_point_out, one)) {
    return outs;
  }
  const auto offset = static_cast<int64_t>(std::nearbyint(low / scale));
  fill(View(scale_out), static_cast<double>(scale));
  fill(View(zero_point_out), std::min(std::max(quant_min - offset, quant_min), quant_max));
  return outs;
}

}  // namespace torch::executor::native
