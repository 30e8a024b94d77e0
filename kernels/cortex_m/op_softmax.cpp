// softmax(input, dim): eˣ / Σ eˣ along dim, where x is the scaled input; quantized to steps of 1 / 256
//
// Computed in Float, with the same results as the exporter's reference. diff_min is ignored: CMSIS-NN sets
// exponentials to 0 below it.
#include "requantize.h"

#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <algorithm>
#include <cmath>

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kSoftmax[] = "cortex_m::softmax.out";

Tensor& softmax_out(
    Context& ctx,
    const Tensor& input,
    int64_t dim,
    int64_t input_zero_point,
    int64_t output_zero_point,
    int64_t input_multiplier,
    int64_t input_shift,
    int64_t diff_min,
    Tensor& out) {
  (void)diff_min;
  constexpr int kIntegerBits = 5;  // of the scaled input in CMSIS-NN's fixed-point format
  const auto d = wrap_dim(dim, static_cast<size_t>(input.dim()));
  ETK_REQUIRE(ctx, accepts<kSoftmax>(input) && have_dtype(ScalarType::Char, input, out) && d, out);
  ETK_REQUIRE(ctx, output_zero_point == INT8_MIN && are_int32({input_zero_point}), out);
  ETK_REQUIRE(ctx, input_multiplier > 0 && are_int32({input_multiplier}), out);
  ETK_REQUIRE(ctx, input_shift >= -63 && input_shift <= 63, out);
  if (!resize(ctx, out, Shape(input))) {
    return out;
  }
  const auto scale = static_cast<float>(std::ldexp(
      static_cast<double>(input_multiplier), static_cast<int>(input_shift) - 31 - (31 - kIntegerBits)));
  View from(input), to(out);
  const int64_t count = from.rank > 0 ? from.sizes[*d] : 1;
  const ptrdiff_t stride = from.rank > 0 ? from.strides[*d] : 0;
  const ptrdiff_t to_stride = to.rank > 0 ? to.strides[*d] : 0;
  if (from.rank > 0) {
    from.sizes[*d] = to.sizes[*d] = 1;
  }
  const auto zero = input_zero_point;
  const auto real = [=](int8_t q) {
    return rounded_product(static_cast<float>(wrapped(static_cast<uint64_t>(q - zero))), scale);
  };
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  for (Cursor cursor(loop); count > 0 && cursor.left(); cursor.step(1)) {
    const auto q = [&](int64_t i) { return *reinterpret_cast<const int8_t*>(cursor.at(1) + i * stride); };
    int8_t most = INT8_MIN;
    for (int64_t i = 0; i < count; ++i) {
      most = std::max(most, q(i));
    }
    float total = 0;
    for (int64_t i = 0; i < count; ++i) {
      total += std::exp(real(q(i)) - real(most));
    }
    for (int64_t i = 0; i < count; ++i) {
      const float steps = std::nearbyint(std::exp(real(q(i)) - real(most)) / total * 256.0F);
      const int result = static_cast<int>(steps) + INT8_MIN;
      *reinterpret_cast<int8_t*>(cursor.at(0) + i * to_stride) = static_cast<int8_t>(std::min(result, 127));
    }
  }
  return out;
}

}  // namespace torch::executor::cortex_m::native
