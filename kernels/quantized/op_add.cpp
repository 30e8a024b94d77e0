// add(a, b): the sum of two quantized tensors, quantized
#include "etk/quantize/affine.h"

#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kQuantizedAdd[] = "quantized_decomposed::add.out";

Tensor& quantized_add_out(
    Context& ctx,
    const Tensor& a,
    double a_scale,
    int64_t a_zero_point,
    int64_t a_quant_min,
    int64_t a_quant_max,
    const Tensor& b,
    double b_scale,
    int64_t b_zero_point,
    int64_t b_quant_min,
    int64_t b_quant_max,
    double out_scale,
    int64_t out_zero_point,
    int64_t out_quant_min,
    int64_t out_quant_max,
    Tensor& out) {
  const ScalarType dtype = a.scalar_type();
  const QuantizedRange range{out_quant_min, out_quant_max};
  ETK_REQUIRE(ctx, accepts<kQuantizedAdd>(a) && have_dtype(dtype, b, out) && range.is_of(dtype), out);
  ETK_REQUIRE(ctx, (QuantizedRange{a_quant_min, a_quant_max}.is_of(dtype)), out);
  ETK_REQUIRE(ctx, (QuantizedRange{b_quant_min, b_quant_max}.is_of(dtype)), out);
  Shape shape(a);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(b)), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  View left(a), right(b);
  left.broadcast_to(shape);
  right.broadcast_to(shape);
  Loop loop(to);
  for (const View& view : {to, left, right}) {
    loop.add(view);
  }
  loop.simplify();
  Source from_a(dtype, ScalarType::Float), from_b(dtype, ScalarType::Float);
  const auto value = [](const void* values, size_t i, double scale, int64_t zero_point) {
    return (static_cast<const float*>(values)[i] - static_cast<float>(zero_point)) *
           static_cast<float>(scale);
  };
  const auto inverse = static_cast<float>(1 / out_scale), zero = static_cast<float>(out_zero_point);
  int64_t sums[kChunk];
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const void* x = from_a.read(cursor.at(1), loop.inner_stride(1), n);
    const void* y = from_b.read(cursor.at(2), loop.inner_stride(2), n);
    for (size_t i = 0; i < n; ++i) {
      const float sum = value(x, i, a_scale, a_zero_point) + value(y, i, b_scale, b_zero_point);
      sums[i] = range.clamp(std::nearbyint(sum * inverse) + zero);
    }
    store(dtype, sums, n, cursor.at(0), loop.inner_stride(0));
    cursor.step(n);
  }
  return out;
}

}  // namespace torch::executor::native
