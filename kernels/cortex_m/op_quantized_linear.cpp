// quantized_linear(input, weights): input · weightsᵀ, requantized
//
// Without kernel_sum, sums start with the bias, and input_offset is added to each element of the input. With
// kernel_sum, sums start with that tensor, which contains the bias and the contribution of input_offset.
#include "requantize.h"

#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedLinear[] = "cortex_m::quantized_linear.out";

// Whether the tensor, if present, has an initial sum for each output channel: [channels], or [1, channels].
static bool is_of_channels(const std::optional<Tensor>& tensor, int64_t channels) {
  return !tensor || (tensor->scalar_type() == ScalarType::Int && tensor->numel() == channels &&
                     (tensor->dim() == 1 || (tensor->dim() == 2 && tensor->size(0) == 1)));
}

Tensor& quantized_linear_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& weights,
    const std::optional<Tensor>& bias,
    const std::optional<Tensor>& kernel_sum,
    int64_t input_offset,
    int64_t filter_offset,
    int64_t output_offset,
    ArrayRef<int64_t> requantize_multipliers,
    ArrayRef<int64_t> requantize_shifts,
    int64_t activation_max,
    int64_t activation_min,
    Tensor& out) {
  ETK_REQUIRE(
      ctx, accepts<kQuantizedLinear>(input) && have_dtype(ScalarType::Char, input, weights, out), out);
  const std::optional<Tensor>& first = kernel_sum ? kernel_sum : bias;
  ETK_REQUIRE(
      ctx,
      (!bias || accepts<kQuantizedLinear>(*bias)) && (!kernel_sum || accepts<kQuantizedLinear>(*kernel_sum)),
      out);
  View rows(input);
  const View columns(weights);
  ETK_REQUIRE(ctx, rows.rank > 0 && columns.rank == 2, out);
  const size_t last = rows.rank - 1;
  const int64_t depth = columns.sizes[1], channels = columns.sizes[0];
  ETK_REQUIRE(ctx, rows.sizes[last] == depth && is_of_channels(bias, channels), out);
  ETK_REQUIRE(ctx, is_of_channels(kernel_sum, channels), out);
  ETK_REQUIRE(ctx, !requantize_multipliers.empty() && !requantize_shifts.empty(), out);
  const Requantize requantize{requantize_multipliers[0], requantize_shifts[0]};
  const QuantizedResult result{output_offset, activation_min, activation_max};
  ETK_REQUIRE(ctx, requantize.is_valid() && result.is_valid(), out);
  ETK_REQUIRE(ctx, are_int32({input_offset, filter_offset}), out);
  Shape shape = rows;
  shape.sizes[last] = columns.sizes[0];
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  const ptrdiff_t x_stride = rows.strides[last], y_stride = to.strides[last];
  rows.sizes[last] = to.sizes[last] = 1;
  const ptrdiff_t first_stride = first ? View(*first).strides[first->dim() - 1] : 0;
  const char* const sums = first ? View(*first).data : nullptr;
  const auto offset = static_cast<uint32_t>(kernel_sum ? 0 : input_offset);
  Loop loop(to);
  loop.add(to);
  loop.add(rows);
  loop.simplify();
  for (Cursor cursor(loop); channels > 0 && cursor.left(); cursor.step(1)) {
    for (int64_t channel = 0; channel < channels; ++channel) {
      const char* x = cursor.at(1);
      const char* w = columns.data + channel * columns.strides[0];
      uint32_t sum =
          sums ? static_cast<uint32_t>(*reinterpret_cast<const int32_t*>(sums + channel * first_stride)) : 0;
      for (int64_t i = 0; i < depth; ++i, x += x_stride, w += columns.strides[1]) {
        sum += (static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(x)) + offset) *
               (static_cast<uint32_t>(*reinterpret_cast<const int8_t*>(w)) +
                static_cast<uint32_t>(filter_offset));
      }
      *reinterpret_cast<int8_t*>(cursor.at(0) + channel * y_stride) = result(requantize(wrapped(sum)));
    }
  }
  return out;
}

}  // namespace torch::executor::cortex_m::native
