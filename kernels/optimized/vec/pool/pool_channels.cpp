// Pools of channels-last images: by vectors of channels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/pool/pool_channels.cpp"
#include "vec/base/each_target.h"

#include "vec/pool/pool-inl.h"
#include "vec/pool/pool_channels.h"

#ifndef ETK_VEC_POOL_CHANNELS_TYPES
#define ETK_VEC_POOL_CHANNELS_TYPES

namespace etk::vec {

// A window of a channels-last image: planes of rows of columns of `count` channels.
struct PoolChannels {
  Array from;
  size_t planes, rows, columns;
  size_t plane_step, row_step, column_step;  // steps in the image
  int32_t first;                             // the index of the first pixel
  float divisor;
  size_t count;
  Array out;
  int64_t* where;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Computes one vector of channels, or four, which hide the latency of comparisons. They are separate
// variables: GCC keeps a pack that a lambda captures in memory.
template <size_t kVectors, class T>
HWY_INLINE void choose_vectors(const PoolChannels& p, const T* image, size_t c, size_t left, T* out) {
  static_assert(kVectors == 1 || kVectors == 4, "");
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  const auto value = [&](size_t at, size_t vector) HWY_ATTR {
    return load(d, image + at * p.count + c + vector % kVectors * lanes, left);
  };
  auto best0 = value(0, 0), best1 = value(0, 1), best2 = value(0, 2), best3 = value(0, 3);
  auto where0 = hn::Set(integers, p.first), where1 = where0, where2 = where0, where3 = where0;
  size_t first_column = 1;  // of the window: the first is the initial maximum
  for (size_t plane = 0; plane < p.planes; ++plane) {
    for (size_t i = 0; i < p.rows; ++i, first_column = 0) {
      for (size_t j = first_column; j < p.columns; ++j) {
        const size_t at = plane * p.plane_step + i * p.row_step + j * p.column_step;
        const auto index = hn::Set(integers, p.first + static_cast<int32_t>(at));
        take_larger(value(at, 0), index, best0, where0);
        if constexpr (kVectors > 1) {
          take_larger(value(at, 1), index, best1, where1);
          take_larger(value(at, 2), index, best2, where2);
          take_larger(value(at, 3), index, best3, where3);
        }
      }
    }
  }
  const auto write = [&](size_t vector, auto best, auto where) HWY_ATTR {
    store(best, d, out + c + vector * lanes, left);
    store_indices(integers, where, left, p.where + c + vector * lanes);
  };
  write(0, best0, where0);
  if constexpr (kVectors > 1) {
    write(1, best1, where1);
    write(2, best2, where2);
    write(3, best3, where3);
  }
}

// Computes vectors of channels. Sums begin with zero; the rows of the window are added one by one.
template <class T, class... Vs>
HWY_INLINE void mean_vectors(
    const PoolChannels& p, const T* image, size_t c, size_t left, T* out, Vs... total) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto add_row = [&](const T* from, Vs... sum) HWY_ATTR {
    for (size_t j = 0; j < p.columns; ++j, from += p.column_step * p.count) {
      size_t u = 0;
      ((sum = hn::Add(sum, load(d, from + lanes * u++, left))), ...);
    }
    ((total = hn::Add(total, sum)), ...);
  };
  for (size_t plane = 0; plane < p.planes; ++plane) {
    for (size_t i = 0; i < p.rows; ++i) {
      const size_t row = plane * p.plane_step + i * p.row_step;
      add_row(image + row * p.count + c, hn::Zero(hn::DFromV<Vs>())...);
    }
  }
  size_t u = 0;
  (store(hn::Div(total, hn::Set(d, p.divisor)), d, out + c + lanes * u++, left), ...);
}

void max_channels(const PoolChannels& p) {
  with_elements(p.from, [&](const auto* image) HWY_ATTR {
    const size_t lanes = hn::Lanes(hn::ScalableTag<float>());
    auto* out = elements_of(p.out, image);
    size_t c = 0;
    for (; c + 4 * lanes <= p.count; c += 4 * lanes) {
      choose_vectors<4>(p, image, c, lanes, out);
    }
    for (; c < p.count; c += lanes) {
      choose_vectors<1>(p, image, c, HWY_MIN(lanes, p.count - c), out);
    }
  });
}

void mean_channels(const PoolChannels& p) {
  with_elements(p.from, [&](const auto* image) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    const auto zero = hn::Zero(d);
    auto* out = elements_of(p.out, image);
    size_t c = 0;
    for (; c + 4 * lanes <= p.count; c += 4 * lanes) {
      mean_vectors(p, image, c, lanes, out, zero, zero, zero, zero);
    }
    for (; c < p.count; c += lanes) {
      mean_vectors(p, image, c, HWY_MIN(lanes, p.count - c), out, zero);
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"

namespace etk::vec {

HWY_EXPORT(max_channels);
HWY_EXPORT(mean_channels);

namespace {

// Computes a line of the out, with all channels.
void run_line(const PoolCall& call, size_t batch, int64_t z, int64_t y) {
  const int64_t width = call.input(kX), plane = call.input(kY) * width, channels = call.to.sizes[1];
  const Span planes = call.span(kZ, z), rows = call.span(kY, y);
  const int64_t line = (z * call.output(kY) + y) * call.output(kX);
  PoolChannels place{};
  place.count = static_cast<size_t>(channels);
  place.planes = static_cast<size_t>(planes.count);
  place.rows = static_cast<size_t>(rows.count);
  place.plane_step = static_cast<size_t>(planes.step * plane);
  place.row_step = static_cast<size_t>(rows.step * width);
  place.column_step = static_cast<size_t>(call.window.dilation[kX]);
  for (int64_t x = 0; x < call.output(kX); ++x) {
    const Span columns = call.span(kX, x);
    const int64_t first = planes.first * plane + rows.first * width + columns.first;
    place.columns = static_cast<size_t>(columns.count);
    place.first = static_cast<int32_t>(first);
    place.from = PoolCall::array_at(call.from, batch, 0) + first * channels;
    place.out = PoolCall::array_at(call.to, batch, 0) + (line + x) * channels;
    if (call.mean) {
      const int64_t divisor = call.divisor(kZ, z) * call.divisor(kY, y) * call.divisor(kX, x);
      place.divisor = static_cast<float>(divisor);
      HWY_DYNAMIC_DISPATCH(mean_channels)(place);
    } else {
      place.where = call.index_of(place.out);
      HWY_DYNAMIC_DISPATCH(max_channels)(place);
    }
  }
}

}  // namespace

void pool_channels(const PoolCall& call) {
  const auto size = [&call](size_t d) { return static_cast<size_t>(call.to.sizes[d]); };
  const size_t channels = size(1), depth = size(2), height = size(3), width = size(4);
  size_t taps = 1;
  for (const size_t d : {kZ, kY, kX}) {
    taps *= static_cast<size_t>(call.span(d, 0).count);
  }
  parallel(size(0) * depth * height, width * channels * taps / 4, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t plane = i / height;
      run_line(call, plane / depth, static_cast<int64_t>(plane % depth), static_cast<int64_t>(i % height));
    }
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
