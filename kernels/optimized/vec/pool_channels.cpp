// Pools of images with channels last: a window of the out has vectors of channels.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/pool_channels.cpp"
#include "vec/each_target.h"

#include "vec/pool-inl.h"
#include "vec/pool_channels.h"

#ifndef ETK_VEC_POOL_CHANNELS_TYPES
#define ETK_VEC_POOL_CHANNELS_TYPES

namespace etk::vec {

// A window on an image with channels last: rows of columns of `count` channels.
struct PoolChannels {
  Array from;
  size_t rows, columns;
  size_t row_step, column_step;  // places of the image
  int32_t first;                 // index of the first place
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

// One vector of channels or four: each waits for the comparison with the place before. A pack of them, which
// a lambda would capture, stays in memory with GCC.
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
  for (size_t i = 0; i < p.rows; ++i) {
    for (size_t j = i == 0; j < p.columns; ++j) {
      const size_t at = i * p.row_step + j * p.column_step;
      const auto index = hn::Set(integers, p.first + static_cast<int32_t>(at));
      take_larger(value(at, 0), index, best0, where0);
      if constexpr (kVectors > 1) {
        take_larger(value(at, 1), index, best1, where1);
        take_larger(value(at, 2), index, best2, where2);
        take_larger(value(at, 3), index, best3, where3);
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

// Vectors of channels, which begin with zeros; the rows of the window are added up one by one.
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
  for (size_t i = 0; i < p.rows; ++i) {
    add_row(image + i * p.row_step * p.count + c, hn::Zero(hn::DFromV<Vs>())...);
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

#include "vec/parallel.h"

namespace etk::vec {

HWY_EXPORT(max_channels);
HWY_EXPORT(mean_channels);

namespace {

// A line of the out, whose places have all channels.
void run_line(const PoolCall& call, size_t batch, int64_t y) {
  const Window& window = call.window();
  const int64_t width = window.input[1], channels = call.to.sizes[1];
  const Span rows = call.pool.span(0, y);
  PoolChannels place{};
  place.count = static_cast<size_t>(channels);
  place.rows = static_cast<size_t>(rows.count);
  place.row_step = static_cast<size_t>(rows.step * width);
  place.column_step = static_cast<size_t>(window.dilation[1]);
  for (int64_t x = 0; x < call.to.sizes[3]; ++x) {
    const Span columns = call.pool.span(1, x);
    const int64_t first = rows.first * width + columns.first;
    place.columns = static_cast<size_t>(columns.count);
    place.first = static_cast<int32_t>(first);
    place.from = PoolCall::array_at(call.from, batch, 0) + first * channels;
    place.out = PoolCall::array_at(call.to, batch, 0) + (y * call.to.sizes[3] + x) * channels;
    if (call.mean) {
      place.divisor = static_cast<float>(call.divisor(0, y) * call.divisor(1, x));
      HWY_DYNAMIC_DISPATCH(mean_channels)(place);
    } else {
      place.where = call.index_of(place.out);
      HWY_DYNAMIC_DISPATCH(max_channels)(place);
    }
  }
}

}  // namespace

void pool_channels(const PoolCall& call) {
  const auto batch = static_cast<size_t>(call.to.sizes[0]), channels = static_cast<size_t>(call.to.sizes[1]);
  const auto height = static_cast<size_t>(call.to.sizes[2]), width = static_cast<size_t>(call.to.sizes[3]);
  const auto taps = static_cast<size_t>(call.pool.span(0, 0).count * call.pool.span(1, 0).count);
  parallel(batch * height, width * channels * taps / 4, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      run_line(call, i / height, static_cast<int64_t>(i % height));
    }
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
