// quantize_per_tensor(input, scale, zero_point) = clamp(round(input / scale) + zero_point, quant_min,
// quant_max)
#include "elements.h"
#include "etk/base/selected_dtypes.h"
#include "requantize.h"

#include <cmath>

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizePerTensor[] = "cortex_m::quantize_per_tensor.out";

template <typename Q>
static void quantize(
    const Tensor& input, double scale, int64_t zero_point, int64_t low, int64_t high, const Tensor& out) {
  // Like in PyTorch, multiplies by the inverse in Float; clamping in Float keeps infinity in the range.
  const auto inverse = static_cast<float>(1 / scale), zero = static_cast<float>(zero_point);
  const auto least = static_cast<float>(low), most = static_cast<float>(high);
  const auto f = [=](float x) {
    const float y = std::nearbyint(x * inverse) + zero;
    const float bounded = y < least ? least : y;
    return static_cast<Q>(y != y ? 0 : bounded > most ? most : bounded);
  };
  set_elements<Q, float>(View(out), f, View(input));
}

Tensor& quantize_per_tensor_out(
    Context& ctx,
    const Tensor& input,
    double scale,
    int64_t zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  const bool is_short = dtype == ScalarType::Short;
  const int64_t most = is_short ? INT16_MAX : INT8_MAX;
  ETK_REQUIRE(ctx, accepts<kQuantizePerTensor>(input, out) && (is_short || dtype == ScalarType::Char), out);
  ETK_REQUIRE(ctx, input.scalar_type() == ScalarType::Float && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, quant_min >= -most - 1 && quant_max <= most && quant_min <= quant_max, out);
  ETK_REQUIRE(ctx, scale != 0 && are_int32({zero_point}), out);
  if (!resize(ctx, out, Shape(input))) {
    return out;
  }
  const auto run = is_short ? quantize<int16_t> : quantize<int8_t>;
  run(input, scale, zero_point, quant_min, quant_max, out);
  return out;
}

}  // namespace torch::executor::cortex_m::native
