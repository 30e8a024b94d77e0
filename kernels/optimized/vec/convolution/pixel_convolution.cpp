// Channels-last convolutions with few input or output channels: each input element under a tap is multiplied
// by a vector of weights, one lane per output channel. Only the weights are packed, and they stay in the
// first-level cache.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/pixel_convolution.cpp"
#include "vec/base/each_target.h"

#include "vec/base/vectors-inl.h"
#include "vec/convolution/channel_places.h"
#include "vec/convolution/convolution.h"  // IWYU pragma: associated
#include "vec/product/epilogue-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = CappedFloats;
using V = hn::Vec<Tag>;

// Computes up to two vectors of channels, from c on, of four pixels or of one. Elements that are loaded past
// the last channel are not stored.
template <size_t kPlaces, bool kTwo>
HWY_INLINE void run_block(const ChannelPlaces& p, const float* from, size_t c, float* to) {
  const Tag d;
  const size_t lanes = hn::Lanes(d), n = HWY_MIN(lanes, p.channels - c);
  const size_t more = kTwo ? HWY_MIN(lanes, p.channels - c - lanes) : 0;
  const size_t channels = p.channels, depth = p.depth, step = p.step;
  V a0 = p.bias ? hn::LoadN(d, p.bias + c, n) : hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
  V b0 = p.bias && kTwo ? hn::LoadN(d, p.bias + c + lanes, more) : hn::Zero(d), b1 = b0, b2 = b0, b3 = b0;
  for (size_t tap = 0; tap < p.tap_count; ++tap) {
    const float* x = from + p.offsets[tap];
    const float* kernel = p.kernels[tap] + c;
    for (size_t k = 0; k < depth; ++k, ++x, kernel += channels) {
      const V first = hn::LoadU(d, kernel), second = kTwo ? hn::LoadU(d, kernel + lanes) : first;
      const auto add = [&](float value, V& a, V& b) HWY_ATTR {
        const V same = hn::Set(d, value);
        a = hn::MulAdd(first, same, a);
        b = kTwo ? hn::MulAdd(second, same, b) : b;
      };
      add(x[0], a0, b0);
      if (kPlaces > 1) {
        add(x[step], a1, b1);
        add(x[2 * step], a2, b2);
        add(x[3 * step], a3, b3);
      }
    }
  }
  const auto put = [&](V a, V b, size_t place) HWY_ATTR {
    float* at = to + place * p.out_step + c;
    const bool clamps = p.epilogue.clamps();
    hn::StoreN(clamps ? clamp(d, p.epilogue, a) : a, d, at, n);
    if (kTwo) {
      hn::StoreN(clamps ? clamp(d, p.epilogue, b) : b, d, at + lanes, more);
    }
  };
  put(a0, b0, 0);
  if (kPlaces > 1) {
    put(a1, b1, 1);
    put(a2, b2, 2);
    put(a3, b3, 3);
  }
}

template <size_t kPlaces>
HWY_INLINE void run_channels(const ChannelPlaces& p, const float* from, float* to) {
  const size_t lanes = hn::Lanes(Tag());
  size_t c = 0;
  for (; c + lanes < p.channels; c += 2 * lanes) {
    run_block<kPlaces, true>(p, from, c, to);
  }
  if (c < p.channels) {
    run_block<kPlaces, false>(p, from, c, to);
  }
}

void run_pixels(const ChannelPlaces& p) {
  size_t i = 0;
  for (; i + 4 <= p.count; i += 4) {
    run_channels<4>(p, p.from + i * p.step, p.out + i * p.out_step);
  }
  for (; i < p.count; ++i) {
    run_channels<1>(p, p.from + i * p.step, p.out + i * p.out_step);
  }
  for (i = 0; p.epilogue.activates() && i < p.count; ++i) {
    p.epilogue.activate(p.out + i * p.out_step, p.channels);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/move/copy.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk::vec {

HWY_EXPORT(run_pixels);

// Whether this is faster than contiguous copies, or than a product.
static bool is_better(const Convolution& convolution, const View& weight, const View& out) {
  constexpr int64_t kMostFloats = 8192, kMostIn = 16, kFewestOut = 12, kFewPlaces = 64;
  const int64_t groups = convolution.groups(), channels = out.sizes[1] / groups, depth = weight.sizes[1];
  const int64_t taps = convolution.window().kernel_size(), places = out.numel() / out.sizes[1];
  return taps <= static_cast<int64_t>(kMostTaps) && taps * depth * channels <= kMostFloats &&
         (taps == 1 || places < kFewPlaces || (groups == 1 && depth <= kMostIn && channels >= kFewestOut));
}

bool convolve_pixels(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const Window& window = convolution.window();
  const bool is_last =
      is_channels_last(input) && is_channels_last(out) && (!is_array(input, 1) || !is_array(out, 1));
  const bool is_depthwise =
      weight.sizes[1] == 1 && convolution.groups() > 1 && out.sizes[1] == input.sizes[1];
  if (window.transposed || window.rank > 2 || !is_last || is_depthwise ||
      !is_better(convolution, weight, out)) {
    return false;
  }
  const auto taps = static_cast<size_t>(window.kernel_size());
  const auto depth = static_cast<size_t>(weight.sizes[1]), groups = static_cast<size_t>(convolution.groups());
  const size_t channels = static_cast<size_t>(out.sizes[1]) / groups, size = taps * depth * channels;
  // A vector may be read past the last kernel.
  const auto memory = ctx.allocate_temp((size * groups + 2 * kMostLanes) * sizeof(float), 64);
  if (!memory.ok()) {
    return false;
  }
  // Ordered by group, then by tap, with a row of output channels for each input channel.
  auto *const kernels = static_cast<float*>(*memory), *behind = kernels;
  View from = weight;
  from.split(0, static_cast<int64_t>(channels));
  move_behind(from, 2, from.rank - 1);
  move_behind(from, 1, from.rank - 1);
  vec::copy(from, in_order(from, behind));
  ChannelPlaces start{};
  start.channels = channels;
  start.depth = depth;
  start.epilogue = epilogue;
  start.out_step = static_cast<size_t>(out.sizes[1]);
  const Sizes sizes(window, out);
  start.step = static_cast<size_t>(sizes.stride[1] * input.sizes[1]);
  const auto run = [](const ChannelPlaces& places) { HWY_DYNAMIC_DISPATCH(run_pixels)(places); };
  for (size_t group = 0; group < groups; ++group) {
    start.from = floats_of(input) + group * depth;
    start.out = const_cast<float*>(floats_of(out)) + group * channels;
    start.bias = bias ? floats_of(*bias) + group * channels : nullptr;
    for_lines(sizes, input, out, kernels + group * size, depth * channels, start, size / 8 + 1, run);
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
