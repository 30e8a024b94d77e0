#include "etk/quantize/integer_convolution.h"

namespace etk {
namespace {

bool is_list(const Tensor& tensor, ScalarType dtype, size_t count) {
  return tensor.scalar_type() == dtype && tensor.dim() == 1 && static_cast<size_t>(tensor.size(0)) == count;
}

bool is_packed(const Tensor& tensor, size_t channels, size_t quads) {
  if (tensor.scalar_type() != ScalarType::Char || tensor.dim() != 4) {
    return false;
  }
  const View view(tensor);
  const size_t blocks = (channels + kPackedChannels - 1) / kPackedChannels;
  return static_cast<size_t>(view.sizes[0]) == blocks && static_cast<size_t>(view.sizes[1]) == quads &&
         view.sizes[2] == kPackedChannels && view.sizes[3] == kPackedIndices && is_in_order(view);
}

}  // namespace

bool is_in_order(const View& view) {
  auto next = static_cast<ptrdiff_t>(view.element_size);
  bool is_ordered = true;
  for (size_t d = view.rank; d-- > 0; next *= view.sizes[d]) {
    is_ordered = is_ordered && (view.sizes[d] == 1 || view.strides[d] == next);
  }
  return is_ordered;
}

bool IntegerConvolution::read(const Tensor& packed, const Tensor& biases, const Tensor& multipliers) {
  channels = static_cast<size_t>(biases.numel());
  if (channels == 0 || depth() == 0 || !is_packed(packed, channels, quads()) ||
      !is_list(biases, ScalarType::Int, channels) || !is_list(multipliers, ScalarType::Float, channels)) {
    return false;
  }
  weight = packed.const_data_ptr<int8_t>();
  bias = biases.const_data_ptr<int32_t>();
  requantize.multipliers = multipliers.const_data_ptr<float>();
  for (size_t c = 0; c < channels; ++c) {
    if (!std::isfinite(requantize.multipliers[c])) {
      return false;
    }
  }
  return true;
}

void IntegerConvolution::run(const View& out) const {
  const Window::Index sizes = {out.sizes[2], out.sizes[3], 1};
  const size_t own = is_depthwise ? 1 : static_cast<size_t>(input.sizes[1]);
  for (int64_t image = 0; image < out.sizes[0]; ++image) {
    for (size_t c = 0; c < channels; ++c) {
      const char* from = input.data + image * input.strides[0];
      from += is_depthwise ? static_cast<ptrdiff_t>(c) * input.strides[1] : 0;
      char* const to = out.data + image * out.strides[0] + static_cast<ptrdiff_t>(c) * out.strides[1];
      Window::Index at = {0, 0, 0};
      do {
        auto sum = static_cast<uint32_t>(bias[c]);
        Window::Index tap = {0, 0, 0}, index;
        do {
          const bool is_inside = window.locate(at, tap, index);
          const int64_t first =
              is_depthwise ? tap[1] * column_height() + tap[0] : (tap[0] * window.kernel[1] + tap[1]);
          for (size_t i = 0; i < own; ++i) {
            int32_t x = padding;
            if (is_inside) {
              const ptrdiff_t place = static_cast<ptrdiff_t>(i) * input.strides[1] +
                                      index[0] * input.strides[2] + index[1] * input.strides[3];
              x = *reinterpret_cast<const int8_t*>(from + place);
            }
            const size_t k = static_cast<size_t>(first) * own + i;
            sum += static_cast<uint32_t>((x + 128) * weight_at(c, k));
          }
        } while (advance(tap, window.kernel));
        *reinterpret_cast<int8_t*>(to + at[0] * out.strides[2] + at[1] * out.strides[3]) =
            requantize(static_cast<int32_t>(sum), requantize.multipliers[c]);
      } while (advance(at, sizes));
    }
  }
}

}  // namespace etk
