// quantized_batch_matmul(lhs, rhs_transposed)[i] = lhs[i] · rhs_transposed[i]ᵀ, requantized; zero points are
// negated
#include "requantize.h"

#include "etk/base/selected_dtypes.h"
#include "etk/base/view.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedBatchMatmul[] = "cortex_m::quantized_batch_matmul.out";

Tensor& quantized_batch_matmul_out(
    Context& ctx,
    const Tensor& lhs,
    int64_t lhs_zero_point,
    const Tensor& rhs_transposed,
    int64_t rhs_zero_point,
    int64_t output_zero_point,
    int64_t output_multiplier,
    int64_t output_shift,
    const Tensor& scratch,
    Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kQuantizedBatchMatmul>(lhs, scratch)), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, lhs, rhs_transposed, out), out);
  const View a(lhs), b(rhs_transposed);
  ETK_REQUIRE(ctx, scratch.scalar_type() == ScalarType::Byte && a.rank == 3 && b.rank == 3, out);
  ETK_REQUIRE(ctx, a.sizes[0] == b.sizes[0] && a.sizes[2] == b.sizes[2], out);
  const Requantize requantize{output_multiplier, output_shift};
  const QuantizedResult result{output_zero_point};
  ETK_REQUIRE(ctx, requantize.is_valid() && result.is_valid(), out);
  ETK_REQUIRE(ctx, are_int32({lhs_zero_point, rhs_zero_point}), out);
  Shape shape = a;
  shape.sizes[2] = b.sizes[1];
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  const auto a_offset = static_cast<uint32_t>(lhs_zero_point);
  const auto b_offset = static_cast<uint32_t>(rhs_zero_point);
  const auto at = [](const View& view, int64_t i, int64_t row, int64_t column) {
    return view.data + i * view.strides[0] + row * view.strides[1] + column * view.strides[2];
  };
  for (int64_t i = 0; i < to.sizes[0]; ++i) {
    for (int64_t row = 0; row < to.sizes[1]; ++row) {
      for (int64_t column = 0; column < to.sizes[2]; ++column) {
        uint32_t sum = 0;
        for (int64_t k = 0; k < a.sizes[2]; ++k) {
          sum += (static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(at(a, i, row, k))) + a_offset) *
                 (static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(at(b, i, column, k))) + b_offset);
        }
        *reinterpret_cast<int8_t*>(at(to, i, row, column)) = result(requantize(wrapped(sum)));
      }
    }
  }
  return out;
}

}  // namespace torch::executor::cortex_m::native
