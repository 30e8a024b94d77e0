// What quantizing a number and dequantizing it again makes of it, as in quantization-aware training.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>
#include <tuple>

namespace etk {

/// A range of quantized numbers.
struct IntegerRange {
  int64_t least, most;
  bool rounds_sums = false;  // with the zero point, as for zero points of Float

  bool has(double zero_point) const {
    return zero_point >= static_cast<double>(least) && zero_point <= static_cast<double>(most);
  }

  /// The quantized number, before it is limited to the range. Scales are floats.
  template <typename C>
  C quantized(C x, float scale, C zero_point) const {
    const C steps = x * C(1 / scale);
    return rounds_sums ? std::nearbyint(zero_point + steps) : zero_point + std::nearbyint(steps);
  }
};

/// Sets `values` to self, quantized and dequantized, and `mask` to whether that is in the range. `scale` and
/// `zero_point` are operands.
template <const char* kOp, typename Scale, typename Zero>
std::tuple<Tensor&, Tensor&> fake_quantize(
    Context& ctx,
    const Tensor& self,
    const Scale& scale,
    const Zero& zero_point,
    const IntegerRange& range,
    Tensor& values,
    Tensor& mask) {
  const std::tuple<Tensor&, Tensor&> outs(values, mask);
  ETK_REQUIRE(ctx, is_floating(self.scalar_type()) && values.scalar_type() == self.scalar_type(), outs);
  ETK_REQUIRE(ctx, accepts<kOp>(mask) && mask.scalar_type() == ScalarType::Bool, outs);
  if (!resize(ctx, values, Shape(self)) || !resize(ctx, mask, Shape(self))) {
    return outs;
  }
  const auto in_range = [range](auto x, auto step, auto zero) {
    const auto q = range.quantized(x, static_cast<float>(step), zero);
    return q >= decltype(q)(range.least) && q <= decltype(q)(range.most);
  };
  const auto value = [range](auto x, auto step, auto zero) {
    using C = decltype(x);
    const C q = range.quantized(x, static_cast<float>(step), zero);
    const C limited = std::fmin(std::fmax(q, static_cast<C>(range.least)), static_cast<C>(range.most));
    return static_cast<C>(static_cast<float>(limited - zero) * static_cast<float>(step));
  };
  map<kOp, Promote::kCompare>(ctx, mask, in_range, self, scale, zero_point);
  map<kOp, Promote::kFloating>(ctx, values, value, self, scale, zero_point);
  return outs;
}

}  // namespace etk
