// Convolutions of floats in any memory layout: works on contiguous copies if the tensors cannot be read
// directly, or if reading them directly would take longer.

#include "vec/convolution/convolution.h"  // IWYU pragma: associated
#include "vec/convolution/transposed_convolution.h"
#include "vec/move/copy.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk::vec {
namespace {

// Whether copying the tensors and convolving the contiguous copies takes less time than a channels-last
// convolution. The latter copies the patch under the kernel at each pixel, if the kernel has several taps,
// and has a column for each output channel: with few channels, most of a panel is empty.
bool is_better_ordered(
    const Convolution& convolution, const View& input, const View& weight, const View& out) {
  if (is_array(out, 1) || convolution.window().transposed) {
    return false;
  }
  constexpr int64_t kFewIn = 16, kFewOut = 32, kFewPlaces = 64;
  const Window& window = convolution.window();
  const int64_t groups = convolution.groups(), channels = out.sizes[1] / groups;
  if (weight.sizes[1] == 1 && groups > 1) {
    return out.sizes[1] != input.sizes[1];
  }
  if (window.kernel_size() == 1) {
    return groups > 1 && channels <= kFewOut;
  }
  // With a stride greater than 1, reading planes is as slow as copying them.
  const bool has_steps = window.stride[0] * window.stride[1] * window.stride[2] > 1;
  const auto places = static_cast<int64_t>(out.numel()) / out.sizes[1];
  return !has_steps || weight.sizes[1] <= kFewIn || places <= kFewPlaces;
}

}  // namespace

bool convolve_floats(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  const auto run = convolution.window().transposed ? convolve_transposed : convolve;
  if (out.dtype != ScalarType::Float || out.numel() == 0) {
    return false;
  }
  const auto run_channels = convolution.window().transposed ? convolve_transposed_channels : convolve_pixels;
  if (run_channels(ctx, convolution, input, weight, bias, out)) {
    return true;
  }
  if (!is_better_ordered(convolution, input, weight, out) &&
      run(ctx, convolution, input, weight, bias, out)) {
    return true;
  }
  const size_t count = input.numel() + weight.numel() + out.numel();
  const auto memory = ctx.allocate_temp(count * sizeof(float), 64);
  if (!memory.ok()) {
    return run(ctx, convolution, input, weight, bias, out);
  }
  auto* next = static_cast<float*>(*memory);
  const View from = in_order(input, next), kernels = in_order(weight, next), to = in_order(out, next);
  vec::copy(input, from);
  vec::copy(weight, kernels);
  if (!run(ctx, convolution, from, kernels, bias, to)) {
    return false;
  }
  if (ctx.failure_state() == Error::Ok) {
    vec::copy(to, out);
  }
  return true;
}

}  // namespace etk::vec
