// quantized_mul(self, other): the product of both without their zero points, requantized
#include "elements.h"
#include "etk/base/selected_dtypes.h"
#include "requantize.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedMul[] = "cortex_m::quantized_mul.out";

Tensor& quantized_mul_out(
    Context& ctx,
    const Tensor& self,
    int64_t self_zero_point,
    const Tensor& other,
    int64_t other_zero_point,
    int64_t output_zero_point,
    int64_t output_multiplier,
    int64_t output_shift,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedMul>(self) && have_dtype(ScalarType::Char, self, other, out), out);
  const Requantize requantize{output_multiplier, output_shift};
  const QuantizedResult result{output_zero_point};
  ETK_REQUIRE(ctx, requantize.is_valid() && result.is_valid(), out);
  ETK_REQUIRE(ctx, are_int32({self_zero_point, other_zero_point}), out);
  View a(self), b(other);
  if (!join(ctx, a, b, out)) {
    return out;
  }
  const auto f = [&](int8_t x, int8_t y) {
    const auto left = static_cast<uint64_t>(x - self_zero_point);
    return result(requantize(wrapped(left * static_cast<uint64_t>(y - other_zero_point))));
  };
  set_elements<int8_t, int8_t>(View(out), f, a, b);
  return out;
}

}  // namespace torch::executor::cortex_m::native
