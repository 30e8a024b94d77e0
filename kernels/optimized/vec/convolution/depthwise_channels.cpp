// Depthwise convolutions of channels-last tensors, by vectors of channels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/depthwise_channels.cpp"
#include "vec/base/each_target.h"

#include "vec/base/transpose.h"
#include "vec/convolution/channel_places.h"
#include "vec/convolution/depthwise.h"  // IWYU pragma: associated
#include "vec/product/epilogue-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// Stores n channels of a pixel.
template <bool kIsWhole>
HWY_INLINE void store_finished(const ChannelPlaces& p, hn::Vec<Floats> v, float* to, size_t n) {
  const Floats d;
  if (p.epilogue.clamps()) {
    v = clamp(d, p.epilogue, v);
  }
  kIsWhole ? hn::StoreU(v, d, to) : hn::StoreN(v, d, to, n);
}

// Computes channels [c, c + n) of four pixels, or of one; n is at most the number of lanes.
template <bool kIsWhole>
HWY_INLINE void run_four(const ChannelPlaces& p, const float* from, size_t c, size_t n, float* to) {
  const Floats d;
  const auto load = [=](const float* x) HWY_ATTR { return kIsWhole ? hn::LoadU(d, x) : hn::LoadN(d, x, n); };
  const auto store = [&](hn::Vec<Floats> v, float* x) HWY_ATTR { store_finished<kIsWhole>(p, v, x, n); };
  const size_t step = p.step;
  const auto start = p.bias ? load(p.bias + c) : hn::Zero(d);
  auto sum0 = start, sum1 = start, sum2 = start, sum3 = start;
  const auto add = [&](auto x0, auto x1, auto x2, auto x3, size_t tap) HWY_ATTR {
    const auto factor = load(p.kernels[tap] + c);
    sum0 = hn::MulAdd(x0, factor, sum0);
    sum1 = hn::MulAdd(x1, factor, sum1);
    sum2 = hn::MulAdd(x2, factor, sum2);
    sum3 = hn::MulAdd(x3, factor, sum3);
  };
  for (size_t tap = 0; p.slides && tap < p.tap_count;) {
    // Each element is loaded once for all taps of a row.
    const float* x = from + p.offsets[tap] + c;
    auto x0 = load(x), x1 = load(x + step), x2 = load(x + 2 * step);
    x += 3 * step;
    for (const size_t end = tap + p.row; tap < end; ++tap, x += step) {
      const auto x3 = load(x);
      add(x0, x1, x2, x3, tap);
      x0 = x1;
      x1 = x2;
      x2 = x3;
    }
  }
  for (size_t tap = 0; !p.slides && tap < p.tap_count; ++tap) {
    const float* x = from + p.offsets[tap] + c;
    add(load(x), load(x + step), load(x + 2 * step), load(x + 3 * step), tap);
  }
  store(sum0, to + c);
  store(sum1, to + p.channels + c);
  store(sum2, to + 2 * p.channels + c);
  store(sum3, to + 3 * p.channels + c);
}

template <bool kIsWhole>
HWY_INLINE void run_one(const ChannelPlaces& p, const float* from, size_t c, size_t n, float* to) {
  const Floats d;
  const auto load = [=](const float* x) HWY_ATTR { return kIsWhole ? hn::LoadU(d, x) : hn::LoadN(d, x, n); };
  auto sum = p.bias ? load(p.bias + c) : hn::Zero(d);
  for (size_t tap = 0; tap < p.tap_count; ++tap) {
    sum = hn::MulAdd(load(from + p.offsets[tap] + c), load(p.kernels[tap] + c), sum);
  }
  store_finished<kIsWhole>(p, sum, to + c, n);
}

// Computes all channels of four pixels, or of one.
template <size_t kPlaces>
HWY_INLINE void run_channels(const ChannelPlaces& p, size_t place) {
  const size_t lanes = hn::Lanes(Floats()), whole = p.channels / lanes * lanes, rest = p.channels - whole;
  const float* from = p.from + place * p.step;
  float* to = p.out + place * p.channels;
  for (size_t c = 0; c < whole; c += lanes) {
    kPlaces == 4 ? run_four<true>(p, from, c, lanes, to) : run_one<true>(p, from, c, lanes, to);
  }
  if (rest > 0) {
    kPlaces == 4 ? run_four<false>(p, from, whole, rest, to) : run_one<false>(p, from, whole, rest, to);
  }
}

void run_places(const ChannelPlaces& p) {
  size_t i = 0;
  for (; i + 4 <= p.count; i += 4) {
    run_channels<4>(p, i);
  }
  for (; i < p.count; ++i) {
    run_channels<1>(p, i);
  }
  p.epilogue.activate(p.out, p.count * p.channels);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(run_places);

bool convolve_channels(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const auto channels = static_cast<size_t>(out.sizes[1]);
  const auto taps = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  float* kernels = take_floats(ctx, taps * channels);
  if (!kernels) {
    return true;
  }
  transpose(floats_of(weight), taps, taps, channels, kernels, channels);
  ChannelPlaces start{};
  start.from = floats_of(input);
  start.out = const_cast<float*>(floats_of(out));
  start.channels = start.out_step = channels;
  start.step = static_cast<size_t>(sizes.stride[1]) * channels;
  start.slides = sizes.stride[1] == sizes.dilation[1];
  start.bias = bias ? floats_of(*bias) : nullptr;
  start.epilogue = epilogue;
  const auto run = [](const ChannelPlaces& places) { HWY_DYNAMIC_DISPATCH(run_places)(places); };
  for_lines(sizes, input, out, kernels, channels, start, channels * taps / 4, run);
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
