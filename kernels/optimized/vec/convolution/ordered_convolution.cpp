// Convolutions of floats in any memory layout: works on contiguous copies if the tensors cannot be read
// directly, or if reading them directly would take longer.

#include "vec/base/parallel.h"
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

// Transposed convolutions add to each element several times, so that the epilogue follows when all are done.
bool convolve_transposed_and_finish(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const bool is_channels = convolve_transposed_channels(ctx, convolution, input, weight, bias, out);
  if (!is_channels && !convolve_transposed(ctx, convolution, input, weight, bias, out)) {
    return false;
  }
  if (!epilogue.is_empty() && ctx.failure_state() == Error::Ok) {
    constexpr size_t kPart = 1024;
    const size_t count = out.numel();
    parallel((count + kPart - 1) / kPart, kPart, [&](size_t begin, size_t end) {
      const size_t first = begin * kPart, after = end * kPart < count ? end * kPart : count;
      epilogue.finish(const_cast<float*>(floats_of(out)) + first, after - first);
    });
  }
  return true;
}

}  // namespace

bool convolve_floats(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const bool transposed = convolution.window().transposed;
  const auto run = transposed ? convolve_transposed_and_finish : convolve;
  if (out.dtype != ScalarType::Float || out.numel() == 0) {
    return false;
  }
  if (!transposed && convolve_pixels(ctx, convolution, input, weight, bias, out, epilogue)) {
    return true;
  }
  if (!is_better_ordered(convolution, input, weight, out) &&
      run(ctx, convolution, input, weight, bias, out, epilogue)) {
    return true;
  }
  const size_t count = input.numel() + weight.numel() + out.numel();
  const auto memory = ctx.allocate_temp(count * sizeof(float), 64);
  if (!memory.ok()) {
    return run(ctx, convolution, input, weight, bias, out, epilogue);
  }
  auto* next = static_cast<float*>(*memory);
  const View from = in_order(input, next), kernels = in_order(weight, next), to = in_order(out, next);
  vec::copy(input, from);
  vec::copy(weight, kernels);
  if (!run(ctx, convolution, from, kernels, bias, to, epilogue)) {
    return false;
  }
  if (ctx.failure_state() == Error::Ok) {
    vec::copy(to, out);
  }
  return true;
}

}  // namespace etk::vec
