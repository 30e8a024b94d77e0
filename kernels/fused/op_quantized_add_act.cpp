// quantized_add_act(a, b, …) = clamp(round(sum) + out_zero_point), of integers, where
// sum = ((a - a_zero_point) · a_multiplier + (b - b_zero_point) · b_multiplier) / 2^shift
//
// Activations that clamp are a part of the range.
#include "etk/base/selected_dtypes.h"
#include "etk/quantize/integer_sum.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizedAddAct[] = "etk::quantized_add_act.out";

Tensor& ETK_KERNEL(quantized_add_act_out)(
    Context& ctx,
    const Tensor& a,
    int64_t a_zero_point,
    int64_t a_multiplier,
    const Tensor& b,
    int64_t b_zero_point,
    int64_t b_multiplier,
    int64_t shift,
    int64_t out_zero_point,
    int64_t out_min,
    int64_t out_max,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kQuantizedAddAct>(a, b, out) && have_dtype(ScalarType::Char, a, b, out), out);
  IntegerSum sum;
  ETK_REQUIRE(ctx, sum.requantize.read(out_zero_point, out_min, out_max), out);
  ETK_REQUIRE(ctx, sum.read({a_zero_point, b_zero_point}, {a_multiplier, b_multiplier}, shift), out);
  ETK_REQUIRE(ctx, Shape(a) == Shape(b), out);
  if (resize(ctx, out, Shape(a)) && !try_faster<kQuantizedAddAct, IntegerSumFunction>(sum, a, b, out)) {
    sum.run(a, b, out);
  }
  return out;
}

}  // namespace torch::executor::native
