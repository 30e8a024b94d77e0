// quantized_div(self, other): the quotient of both without their zero points, in Float, times output_scale
// and rounded; 0 where other is 0
#include "elements.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>
#include <limits>

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedDiv[] = "cortex_m::quantized_div.out";

template <typename Q>
static void divide(
    const Tensor& self,
    int64_t self_zero_point,
    const Tensor& other,
    int64_t other_zero_point,
    int64_t output_zero_point,
    double output_scale,
    const Tensor& out) {
  const auto scale = static_cast<float>(output_scale), zero = static_cast<float>(output_zero_point);
  constexpr auto kLow = static_cast<float>(std::numeric_limits<Q>::min());
  constexpr auto kHigh = static_cast<float>(std::numeric_limits<Q>::max());
  const auto f = [=](Q x, Q y) {
    const int64_t divisor = y - other_zero_point;
    const float quotient =
        divisor == 0 ? 0.0F : static_cast<float>(x - self_zero_point) / static_cast<float>(divisor);
    const float rounded = std::nearbyint(quotient * scale) + zero;
    const float bounded = rounded < kLow ? kLow : rounded;
    return static_cast<Q>(bounded > kHigh ? kHigh : bounded);
  };
  set_elements<Q, Q>(View(out), f, View(self), View(other));
}

Tensor& quantized_div_out(
    Context& ctx,
    const Tensor& self,
    int64_t self_zero_point,
    const Tensor& other,
    int64_t other_zero_point,
    int64_t output_zero_point,
    double output_scale,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kQuantizedDiv>(self) && have_dtype(dtype, other, out), out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Char || dtype == ScalarType::Short, out);
  // With zero points of these dtypes, floats represent the differences exactly.
  for (const int64_t zero_point : {self_zero_point, other_zero_point, output_zero_point}) {
    ETK_REQUIRE(ctx, zero_point >= INT16_MIN && zero_point <= INT16_MAX, out);
  }
  ETK_REQUIRE(ctx, std::isfinite(static_cast<float>(output_scale)), out);
  ETK_REQUIRE(ctx, Shape(self) == Shape(other), out);
  if (!resize(ctx, out, Shape(self))) {
    return out;
  }
  const auto run = dtype == ScalarType::Char ? divide<int8_t> : divide<int16_t>;
  run(self, self_zero_point, other, other_zero_point, output_zero_point, output_scale, out);
  return out;
}

}  // namespace torch::executor::cortex_m::native
