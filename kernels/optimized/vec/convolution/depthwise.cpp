#include "vec/convolution/depthwise.h"

namespace etk::vec {

float* take_floats(Context& ctx, size_t count) {
  return static_cast<float*>(allocate(ctx, count * sizeof(float), 64));
}

bool convolve_depthwise(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const Window& window = convolution.window();
  // Kernels have one channel, so that their taps are contiguous in every dim order.
  if (window.rank > 2 || (!is_array(weight, 2) || stride_of(weight, 0) != window.kernel_size())) {
    return false;
  }
  const Sizes sizes(window, out);
  if (is_array(input, 2) && is_array(out, 2)) {
    return convolve_planes(ctx, sizes, input, weight, bias, out, epilogue);
  }
  if (is_channels_last(input) && is_channels_last(out) && input.sizes[1] == out.sizes[1] &&
      static_cast<size_t>(window.kernel_size()) <= kMostTaps) {
    return convolve_channels(ctx, sizes, input, weight, bias, out, epilogue);
  }
  return false;
}

}  // namespace etk::vec
