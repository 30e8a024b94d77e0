#include "mean_pool.h"

#include "requantize.h"

#include <cmath>

namespace etk {

Tensor& mean_pool(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    int64_t zero_point,
    int64_t multiplier,
    int64_t shift,
    const Tensor& scratch,
    ImageLayout layout,
    Tensor& out) {
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, input, out), out);
  ETK_REQUIRE(ctx, scratch.scalar_type() == ScalarType::Byte, out);
  const View from = images(input, layout);
  Windows windows;
  ETK_REQUIRE(ctx, windows.read(from, kernel_size, stride, padding, ceil_mode), out);
  ETK_REQUIRE(ctx, are_int32({zero_point, multiplier}) && multiplier > 0, out);
  ETK_REQUIRE(ctx, shift >= -63 && shift <= 63, out);
  const auto scale =
      static_cast<float>(std::ldexp(static_cast<double>(multiplier), static_cast<int>(shift) - 31));
  const auto zero = static_cast<float>(zero_point);
  // Reproduces the exporter's reference, which rounds halves after the rounding errors of a sum of scaled
  // elements in Float.
  const auto f = [=](const Patch& patch) {
    float sum = 0;
    patch.for_each([&](int8_t q) { sum += rounded_product(static_cast<float>(q) - zero, scale); });
    const float mean = sum / static_cast<float>(patch.size());
    const float y = std::nearbyint(mean / scale) + zero;
    return static_cast<int8_t>(y < INT8_MIN ? INT8_MIN : y > INT8_MAX ? INT8_MAX : y);
  };
  return pool(ctx, windows, from, layout, f, out);
}

}  // namespace etk
