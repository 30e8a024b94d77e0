// Depthwise convolutions where channels are last in memory: by vectors of channels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/depthwise_channels.cpp"
#include "vec/each_target.h"

#include "vec/depthwise.h"
#include "vec/parallel.h"

#ifndef ETK_VEC_DEPTHWISE_CHANNELS_TYPES
#define ETK_VEC_DEPTHWISE_CHANNELS_TYPES

namespace etk::vec {

// A line of places of the out, of all channels.
struct ChannelLine {
  const float*
      taps[kMostTaps];  // what each tap falls on at the first place; null if all of it is beside the image
  size_t count;
  size_t channels;
  const float* kernels;  // tap by tap, channels of each one behind the other
  const float* bias;     // or null
  float* out;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One place, all channels.
void run_channels(const ChannelLine& p) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t c = 0; c < p.channels; c += lanes) {
    const size_t left = HWY_MIN(lanes, p.channels - c);
    auto sum = p.bias ? hn::LoadN(d, p.bias + c, left) : hn::Zero(d);
    for (size_t tap = 0; tap < p.count; ++tap) {
      if (p.taps[tap]) {
        sum = hn::MulAdd(
            hn::LoadN(d, p.taps[tap] + c, left), hn::LoadN(d, p.kernels + tap * p.channels + c, left), sum);
      }
    }
    hn::StoreN(sum, d, p.out + c, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(run_channels);

bool convolve_channels(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  const auto channels = static_cast<size_t>(out.sizes[1]);
  const auto taps = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  float* kernels = take_floats(ctx, taps * channels);
  if (!kernels) {
    return true;
  }
  for (size_t tap = 0; tap < taps; ++tap) {
    for (size_t c = 0; c < channels; ++c) {
      kernels[tap * channels + c] = floats_of(weight)[c * taps + tap];
    }
  }
  const auto lines = static_cast<size_t>(out.sizes[0] * sizes.out[0]);
  const auto width = static_cast<size_t>(sizes.out[1]);
  const size_t image = static_cast<size_t>(sizes.input[0] * sizes.input[1]) * channels;
  parallel(lines, width * channels * taps / 4, [&](size_t begin, size_t end) {
    ChannelLine line{};
    line.count = taps;
    line.channels = channels;
    line.kernels = kernels;
    line.bias = bias ? floats_of(*bias) : nullptr;
    for (size_t i = begin * width; i < end * width; ++i) {
      const auto x = static_cast<int64_t>(i % width), y = static_cast<int64_t>(i / width) % sizes.out[0];
      const float* from = floats_of(input) + i / width / static_cast<size_t>(sizes.out[0]) * image;
      for (size_t tap = 0; tap < taps; ++tap) {
        const int64_t row = y * sizes.stride[0] - sizes.padding[0] +
                            static_cast<int64_t>(tap) / sizes.kernel[1] * sizes.dilation[0];
        const int64_t column = x * sizes.stride[1] - sizes.padding[1] +
                               static_cast<int64_t>(tap) % sizes.kernel[1] * sizes.dilation[1];
        const bool inside = row >= 0 && row < sizes.input[0] && column >= 0 && column < sizes.input[1];
        line.taps[tap] =
            inside ? from + static_cast<size_t>(row * sizes.input[1] + column) * channels : nullptr;
      }
      line.out = const_cast<float*>(floats_of(out)) + i * channels;
      HWY_DYNAMIC_DISPATCH(run_channels)(line);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
