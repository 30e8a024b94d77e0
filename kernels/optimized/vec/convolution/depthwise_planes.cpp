// Depthwise convolutions channel by channel: which lines are copied, and how threads share the planes. Copies
// are of a few padded lines, which stay in the first-level cache.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/depthwise_planes.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/convolution/depthwise.h"  // IWYU pragma: associated
#include "vec/convolution/depthwise_lines-inl.h"
#include "vec/convolution/depthwise_masked-inl.h"
#include "vec/convolution/depthwise_plane-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// The vectors at the end of the last line read elements after the copy, which must be readable.
void run_copied_plane(const DepthwisePlane& p) {
  const auto height = static_cast<size_t>(p.sizes.out[0]);
  for (size_t y = 0; y < height; y += p.lines) {
    const size_t lines = HWY_MIN(p.lines, height - y);
    copy_lines(p, y, lines);
    lines_function(p.sizes, lines)(p, y, lines);
  }
}

void run_plane(const DepthwisePlane& p) {
  if (kMasksPlanes && p.masks) {
    run_masked_plane(p);
  } else {
    run_copied_plane(p);
  }
  p.epilogue.activate(p.out, static_cast<size_t>(p.sizes.out[0]) * p.width());
}

bool masks_planes() {
  return kMasksPlanes;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cstring>

namespace etk::vec {

HWY_EXPORT(run_plane);
HWY_EXPORT(masks_planes);

// The number of floats after the last line that vectors may read, and set to 0.
constexpr size_t kPlaneSlack = 8 * 64;

// The number of floats of a copy, unless the input of four lines of the out takes more.
constexpr size_t kMostCopied = 4096;

// The number of floats of an image that a cache keeps since the previous operator wrote it: 1 MiB.
constexpr size_t kMostNear = size_t{1} << 18;

// The padded copies of lines that planes are computed from.
struct Copy {
  size_t half, length, lines;  // as those of DepthwisePlane
  size_t floats;

  explicit Copy(const Sizes& sizes) {
    half = sizes.stride[1] == 2 ? (sizes.padded(1) + 1) / 2 : 0;
    length = half ? 2 * half : sizes.padded(1);
    const auto height = static_cast<size_t>(sizes.out[0]), stride = static_cast<size_t>(sizes.stride[0]);
    const size_t extra = sizes.padded(0) - (height - 1) * stride, room = kMostCopied / length;
    lines = room > extra + 3 * stride ? (room - extra) / stride + 1 : 4;
    lines = lines >= height ? height : lines < kManyLines ? lines : lines / kManyLines * kManyLines;
    floats = separate_floats(((lines - 1) * stride + extra) * length + kPlaneSlack);
  }
};

bool convolve_planes(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const auto channels = static_cast<size_t>(out.sizes[1]),
             multiplier = channels / static_cast<size_t>(input.sizes[1]);
  const size_t planes = static_cast<size_t>(out.sizes[0]) * channels;
  const bool fetches =
      static_cast<size_t>(input.sizes[0] * input.sizes[1] * sizes.input[0] * sizes.input[1]) > kMostNear;
  const auto taps = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  const size_t cost = static_cast<size_t>(sizes.out[0] * sizes.out[1]) * taps / 4;
  const Copy copy(sizes);
  PlaneMasks masks;
  const bool is_masked = HWY_DYNAMIC_DISPATCH(masks_planes)() && masks.find(sizes);
  const auto run = [&](size_t i, float* memory) {
    const size_t batch = i / channels, channel = i % channels;
    const auto at = [batch](const View& view, size_t index) {
      return floats_of(view) + static_cast<ptrdiff_t>(batch) * stride_of(view, 0) +
             static_cast<ptrdiff_t>(index) * stride_of(view, 1);
    };
    const DepthwisePlane plane{
        sizes,
        epilogue,
        is_masked ? &masks : nullptr,
        copy.half,
        copy.length,
        copy.lines,
        memory,
        at(input, channel / multiplier),
        floats_of(weight) + channel * taps,
        bias ? floats_of(*bias)[channel] : 0,
        const_cast<float*>(at(out, channel)),
        fetches};
    HWY_DYNAMIC_DISPATCH(run_plane)(plane);
  };
  if (is_masked) {
    parallel(planes, cost, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        run(i, nullptr);
      }
    });
    return true;
  }
  const size_t copies = memories_for(planes);
  float* memory = take_floats(ctx, copies * copy.floats);
  if (!memory) {
    return true;
  }
  std::memset(memory, 0, copies * copy.floats * sizeof(float));
  parallel_items(
      planes, copies, cost, [&](size_t i, size_t thread) { run(i, memory + thread * copy.floats); });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
