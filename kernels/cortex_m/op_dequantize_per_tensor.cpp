// dequantize_per_tensor(input, scale, zero_point) = (input - zero_point) · scale
#include "elements.h"
#include "etk/base/selected_dtypes.h"
#include "requantize.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kDequantizePerTensor[] = "cortex_m::dequantize_per_tensor.out";

template <typename Q>
static void dequantize(const Tensor& input, double scale, int64_t zero_point, const Tensor& out) {
  const auto factor = static_cast<float>(scale), zero = static_cast<float>(zero_point);
  const auto f = [=](Q q) { return (static_cast<float>(q) - zero) * factor; };
  set_elements<float, Q>(View(out), f, View(input));
}

Tensor& dequantize_per_tensor_out(
    Context& ctx,
    const Tensor& input,
    double scale,
    int64_t zero_point,
    int64_t quant_min,
    int64_t quant_max,
    ScalarType dtype,
    Tensor& out) {
  (void)quant_min, (void)quant_max;  // only describe the elements
  const bool is_short = dtype == ScalarType::Short;
  ETK_REQUIRE(ctx, accepts<kDequantizePerTensor>(input, out) && (is_short || dtype == ScalarType::Char), out);
  ETK_REQUIRE(ctx, input.scalar_type() == dtype && out.scalar_type() == ScalarType::Float, out);
  ETK_REQUIRE(ctx, are_int32({zero_point}), out);
  if (!resize(ctx, out, Shape(input))) {
    return out;
  }
  const auto run = is_short ? dequantize<int16_t> : dequantize<int8_t>;
  run(input, scale, zero_point, out);
  return out;
}

}  // namespace torch::executor::cortex_m::native
