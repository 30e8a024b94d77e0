// Depthwise convolutions where channels are last in memory: by vectors of channels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/depthwise_channels.cpp"
#include "vec/each_target.h"

#include "vec/depthwise.h"
#include "vec/gemm.h"
#include "vec/parallel.h"

#ifndef ETK_VEC_DEPTHWISE_CHANNELS_TYPES
#define ETK_VEC_DEPTHWISE_CHANNELS_TYPES

namespace etk::vec {

// Neighbouring places of the out whose taps fall on the same rows and columns around them, all of them inside
// the image.
struct ChannelPlaces {
  size_t count;
  size_t channels;
  const float* from;  // what `offsets` are from, at the first place
  size_t step;        // from one place to the next
  bool slides;        // whether a tap falls at the next place on what the next one in its row falls on
  size_t row;         // taps in a row
  size_t tap_count;
  ptrdiff_t offsets[kMostTaps];
  const float* kernels[kMostTaps];  // of all channels
  const float* bias;                // or null
  float* out;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;

// Channels [c, c + n) of four places, or of one; n is no more than lanes.
template <bool kIsWhole>
HWY_INLINE void run_four(const ChannelPlaces& p, const float* from, size_t c, size_t n, float* to) {
  const D d;
  const auto load = [=](const float* x) HWY_ATTR { return kIsWhole ? hn::LoadU(d, x) : hn::LoadN(d, x, n); };
  const auto store = [=](hn::Vec<D> v, float* x)
                         HWY_ATTR { kIsWhole ? hn::StoreU(v, d, x) : hn::StoreN(v, d, x, n); };
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
  const D d;
  const auto load = [=](const float* x) HWY_ATTR { return kIsWhole ? hn::LoadU(d, x) : hn::LoadN(d, x, n); };
  auto sum = p.bias ? load(p.bias + c) : hn::Zero(d);
  for (size_t tap = 0; tap < p.tap_count; ++tap) {
    sum = hn::MulAdd(load(from + p.offsets[tap] + c), load(p.kernels[tap] + c), sum);
  }
  kIsWhole ? hn::StoreU(sum, d, to + c) : hn::StoreN(sum, d, to + c, n);
}

void run_places(const ChannelPlaces& p) {
  const size_t lanes = hn::Lanes(D()), whole = p.channels / lanes * lanes, rest = p.channels - whole;
  size_t i = 0;
  for (; i + 4 <= p.count; i += 4) {
    const float* from = p.from + i * p.step;
    float* to = p.out + i * p.channels;
    for (size_t c = 0; c < whole; c += lanes) {
      run_four<true>(p, from, c, lanes, to);
    }
    if (rest > 0) {
      run_four<false>(p, from, whole, rest, to);
    }
  }
  for (; i < p.count; ++i) {
    const float* from = p.from + i * p.step;
    float* to = p.out + i * p.channels;
    for (size_t c = 0; c < whole; c += lanes) {
      run_one<true>(p, from, c, lanes, to);
    }
    if (rest > 0) {
      run_one<false>(p, from, whole, rest, to);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(run_places);

namespace {

// An index along a dimension, and the taps that fall inside the image there.
struct Place {
  int64_t at;  // in the image, under the first tap
  int64_t first, end;

  Place(const Sizes& sizes, size_t d, int64_t out)
      : at(out * sizes.stride[d] - sizes.padding[d]), first(0), end(sizes.kernel[d]) {
    const int64_t dilation = sizes.dilation[d];
    while (first < end && at + first * dilation < 0) {
      ++first;
    }
    while (end > first && at + (end - 1) * dilation >= sizes.input[d]) {
      --end;
    }
  }

  bool has_taps_of(const Place& other) const {
    return first == other.first && end == other.end;
  }
};

// A line of the out, whose kernels lie tap by tap, the channels of each one behind the other.
void run_line(
    const Sizes& sizes, const float* image, int64_t y, const float* kernels, ChannelPlaces& places) {
  const auto channels = static_cast<int64_t>(places.channels);
  const Place row(sizes, 0, y);
  float* line = places.out;
  for (int64_t x = 0; x < sizes.out[1];) {
    const Place column(sizes, 1, x);
    int64_t next = x + 1;
    while (next < sizes.out[1] && Place(sizes, 1, next).has_taps_of(column)) {
      ++next;
    }
    places.tap_count = 0;
    for (int64_t i = row.first; i < row.end; ++i) {
      for (int64_t j = column.first; j < column.end; ++j) {
        const int64_t down = row.at + i * sizes.dilation[0], across = column.at + j * sizes.dilation[1];
        places.offsets[places.tap_count] = (down * sizes.input[1] + across) * channels;
        places.kernels[places.tap_count++] = kernels + (i * sizes.kernel[1] + j) * channels;
      }
    }
    places.row = static_cast<size_t>(column.end - column.first);
    places.from = image;
    places.count = static_cast<size_t>(next - x);
    places.out = line + x * channels;
    HWY_DYNAMIC_DISPATCH(run_places)(places);
    x = next;
  }
}

}  // namespace

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
  transpose(floats_of(weight), taps, taps, channels, kernels, channels);
  const auto lines = static_cast<size_t>(out.sizes[0] * sizes.out[0]);
  const auto width = static_cast<size_t>(sizes.out[1]), height = static_cast<size_t>(sizes.out[0]);
  const size_t image = static_cast<size_t>(sizes.input[0] * sizes.input[1]) * channels;
  parallel(lines, width * channels * taps / 4, [&](size_t begin, size_t end) {
    ChannelPlaces places{};
    places.channels = channels;
    places.step = static_cast<size_t>(sizes.stride[1]) * channels;
    places.slides = sizes.stride[1] == sizes.dilation[1];
    places.bias = bias ? floats_of(*bias) : nullptr;
    for (size_t i = begin; i < end; ++i) {
      places.out = const_cast<float*>(floats_of(out)) + i * width * channels;
      const float* from = floats_of(input) + i / height * image;
      run_line(sizes, from, static_cast<int64_t>(i % height), kernels, places);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
