// choose_qparams_per_token_asymmetric(input): for each row the scale and the zero point with which its
// elements, and 0, take up the range of 8 bits
#include "etk/quantize/extent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kChooseQparamsOfTokens[] =
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out";

// Each step is rounded to the dtype of the input.
static const auto choose = [](auto& row) {
  constexpr float lowest = -128, highest = 127;
  const auto [low, high] = extent_of<kChooseQparamsOfTokens>(row);
  float scale = row.rounded(row.rounded(high - low) / (highest - lowest));
  scale = scale < std::numeric_limits<float>::epsilon() ? std::numeric_limits<float>::epsilon() : scale;
  const float below = row.rounded(low / scale), above = row.rounded(high / scale);
  // The zero point is computed from the end of the range where its rounding error is smaller.
  const float from_low = row.rounded(lowest + below), from_high = row.rounded(highest + above);
  const bool is_low = row.rounded(from_low + from_high) > 0;
  const float zero_point = row.rounded(is_low ? lowest - below : highest - above);
  const bool is_number = zero_point == zero_point;  // false if a row has elements that are infinite or NaN
  row.set(0, scale);
  row.set(1, is_number ? static_cast<int64_t>(std::nearbyint(std::clamp(zero_point, lowest, highest))) : 0);
};

std::tuple<Tensor&, Tensor&> ETK_KERNEL(choose_qparams_per_token_asymmetric_out)(
    Context& ctx, const Tensor& input, ScalarType dtype, Tensor& scale_out, Tensor& zero_point_out) {
  const std::tuple<Tensor&, Tensor&> outs(scale_out, zero_point_out);
  (void)dtype;  // Char
  const ScalarType own = input.scalar_type();
  ETK_REQUIRE(
      ctx, compute_of(own) == Compute::kFloat && input.dim() > 0 && input.size(input.dim() - 1) > 0, outs);
  ETK_REQUIRE(ctx, scale_out.scalar_type() == ScalarType::Double, outs);
  ETK_REQUIRE(ctx, zero_point_out.scalar_type() == ScalarType::Long, outs);
  Rows rows(input, DimSet{1} << (input.dim() - 1), own);
  rows.result(scale_out, /*keepdim=*/true, own);
  rows.result(zero_point_out, /*keepdim=*/true, ScalarType::Long);
  rows.run<kChooseQparamsOfTokens, kSingle>(ctx, choose);
  return outs;
}

}  // namespace torch::executor::native
