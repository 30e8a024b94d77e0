// quantized_add(self, other): both brought to one scale with 20 bits of fraction, their sum to that of the
// out
#include "elements.h"
#include "etk/base/selected_dtypes.h"
#include "requantize.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedAdd[] = "cortex_m::quantized_add.out";

Tensor& quantized_add_out(
    Context& ctx,
    const Tensor& self,
    int64_t self_zero_point,
    int64_t self_multiplier,
    int64_t self_shift,
    const Tensor& other,
    int64_t other_zero_point,
    int64_t other_multiplier,
    int64_t other_shift,
    int64_t output_zero_point,
    int64_t output_multiplier,
    int64_t output_shift,
    int64_t activation_min,
    int64_t activation_max,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedAdd>(self) && have_dtype(ScalarType::Char, self, other, out), out);
  const Requantize left{self_multiplier, self_shift}, right{other_multiplier, other_shift};
  const Requantize sum{output_multiplier, output_shift};
  const QuantizedResult result{output_zero_point, activation_min, activation_max};
  ETK_REQUIRE(ctx, left.is_valid() && right.is_valid() && sum.is_valid() && result.is_valid(), out);
  ETK_REQUIRE(ctx, are_int32({self_zero_point, other_zero_point}), out);
  View a(self), b(other);
  if (!join(ctx, a, b, out)) {
    return out;
  }
  const auto scaled = [](const Requantize& requantize, int8_t x, int64_t zero_point) {
    constexpr int kFraction = 20;
    return int64_t{requantize(wrapped(static_cast<uint64_t>(x - zero_point) << kFraction))};
  };
  const auto f = [&](int8_t x, int8_t y) {
    const int64_t total = scaled(left, x, self_zero_point) + scaled(right, y, other_zero_point);
    return result(sum(wrapped(static_cast<uint64_t>(total))));
  };
  set_elements<int8_t, int8_t>(View(out), f, a, b);
  return out;
}

}  // namespace torch::executor::cortex_m::native
