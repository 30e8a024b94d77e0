// A pool of a plane takes, for each line of the out, first the columns under its windows, from row to row,
// and then the windows of what that gives. So vectors read lines of the plane as they are, and none of them
// knows of the plane's edges: the line between the two steps has the padding at its ends.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/pool_planes.cpp"
#include "vec/each_target.h"

#include "vec/pool-inl.h"
#include "vec/pool_planes.h"

#ifndef ETK_VEC_POOL_PLANES_TYPES
#define ETK_VEC_POOL_PLANES_TYPES

namespace etk::vec {

// Windows along a line of columns. Their indices in the plane go with them.
struct PoolLine {
  const float* values;
  const int32_t* indices;
  size_t kernel, stride, dilation;
  const float* divisors;  // of means: these times `rows`
  float rows;
  size_t count;
  float* out;
  int64_t* where;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Places of which each is as many elements behind the one before; 0 where there is one place.
template <size_t kStride, class D>
HWY_INLINE hn::Vec<D> load_places(D d, const hn::TFromD<D>* from) {
  if constexpr (kStride == 2) {
    hn::Vec<D> even, odd;
    hn::LoadInterleaved2(d, from, even, odd);
    return even;
  } else {
    return hn::LoadU(d, from);
  }
}

// Calls f(kStride, tag, x) for vectors of places of a line, or for each place.
template <class F>
HWY_INLINE void for_places(const PoolLine& p, const F& f) {
  const hn::ScalableTag<float> d;
  const size_t step = p.stride <= 2 ? hn::Lanes(d) : 1;
  for (size_t x = 0; x < p.count; x += step) {
    if (p.stride == 1) {
      f(std::integral_constant<size_t, 1>(), d, x);
    } else if (p.stride == 2) {
      f(std::integral_constant<size_t, 2>(), d, x);
    } else {
      f(std::integral_constant<size_t, 0>(), hn::CappedTag<float, 1>(), x);
    }
  }
}

template <class T>
HWY_INLINE void choose_columns(
    const T* from, size_t rows, size_t step, size_t columns, int32_t first, float* best, int32_t* where) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  const auto next = hn::Set(integers, static_cast<int32_t>(step));
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    auto at = hn::Iota(integers, first + static_cast<int32_t>(j)), chosen = at;
    auto value = load(d, from + j, left);
    for (size_t i = 1; i < rows; ++i) {
      at = hn::Add(at, next);
      take_larger(load(d, from + i * step + j, left), at, value, chosen);
    }
    store_part(value, d, best + j, left);
    store_part(chosen, integers, where + j, left);
  }
}

void max_columns_of_window(
    Array from, size_t rows, size_t step, size_t columns, int32_t first, float* best, int32_t* where) {
  with_elements(from, [&](const auto* plane) HWY_ATTR {
    choose_columns(plane, rows, step, columns, first, best, where);
  });
}

template <class T>
HWY_INLINE void add_columns(const T* from, size_t rows, size_t step, size_t columns, float* total) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    auto sum = load(d, from + j, left);
    for (size_t i = 1; i < rows; ++i) {
      sum = hn::Add(sum, load(d, from + i * step + j, left));
    }
    store_part(sum, d, total + j, left);
  }
}

void sum_columns_of_window(Array from, size_t rows, size_t step, size_t columns, float* total) {
  with_elements(from, [&](const auto* plane) HWY_ATTR { add_columns(plane, rows, step, columns, total); });
}

// Of equal elements the first in the plane is chosen, which can be in a later column; of NaNs the last.
void max_line(const PoolLine& p) {
  for_places(p, [&](auto stride, auto d, size_t x) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> integers;
    const size_t first = x * p.stride;
    auto best = load_places<stride()>(d, p.values + first);
    auto where = load_places<stride()>(integers, p.indices + first);
    for (size_t k = 1; k < p.kernel; ++k) {
      const auto v = load_places<stride()>(d, p.values + first + k * p.dilation);
      const auto at = load_places<stride()>(integers, p.indices + first + k * p.dilation);
      const auto earlier = hn::RebindMask(d, hn::Lt(at, where));
      const auto nan = hn::AndNot(hn::And(hn::IsNaN(best), earlier), hn::IsNaN(v));
      const auto take = hn::Or(hn::Or(hn::Gt(v, best), hn::And(hn::Eq(v, best), earlier)), nan);
      best = hn::IfThenElse(take, v, best);
      where = hn::IfThenElse(hn::RebindMask(integers, take), at, where);
    }
    const size_t left = HWY_MIN(hn::Lanes(d), p.count - x);
    store_part(best, d, p.out + x, left);
    store_indices(integers, where, left, p.where + x);
  });
}

void mean_line(const PoolLine& p) {
  for_places(p, [&](auto stride, auto d, size_t x) HWY_ATTR {
    const float* from = p.values + x * p.stride;
    auto sum = load_places<stride()>(d, from);
    for (size_t k = 1; k < p.kernel; ++k) {
      sum = hn::Add(sum, load_places<stride()>(d, from + k * p.dilation));
    }
    const size_t left = HWY_MIN(hn::Lanes(d), p.count - x);
    const auto divisor = hn::Mul(load_part(d, p.divisors + x, left), hn::Set(d, p.rows));
    store_part(hn::Div(sum, divisor), d, p.out + x, left);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/parallel.h"

#include <limits>

namespace etk::vec {

HWY_EXPORT(max_columns_of_window);
HWY_EXPORT(sum_columns_of_window);
HWY_EXPORT(max_line);
HWY_EXPORT(mean_line);

namespace {

// Columns of a line, and how far vectors go behind those that they need.
constexpr size_t kLine = 2 * kMostReach, kSlack = 128;

struct Line {
  float values[kLine + kSlack];
  int32_t indices[kLine + kSlack];
  float divisors[kLine];
  float results[kLine];  // that are to be rounded
};

// `count` places from x on, of each line of the out.
void run_tile(
    const PoolCall& call, Line& line, const Array& plane, size_t x, size_t count, const Array& out) {
  const Window& window = call.window();
  const int64_t width = window.input[1], stride = window.stride[1];
  const int64_t start = static_cast<int64_t>(x) * stride - window.padding[1];  // the line's first column
  const int64_t length = static_cast<int64_t>(count - 1) * stride + window.reach(1);
  const int64_t begin = start < 0 ? -start : 0, end = length < width - start ? length : width - start;
  for (int64_t i = 0; i < length; i = i + 1 == begin ? end : i + 1) {
    if (i < begin || i >= end) {
      line.values[i] = call.mean ? 0 : -std::numeric_limits<float>::infinity();
      line.indices[i] = INT32_MAX;
    }
  }
  for (size_t i = 0; call.mean && i < count; ++i) {
    line.divisors[i] = static_cast<float>(call.divisor(1, static_cast<int64_t>(x + i)));
  }
  PoolLine places{};
  places.values = line.values;
  places.indices = line.indices;
  places.kernel = static_cast<size_t>(window.kernel[1]);
  places.stride = static_cast<size_t>(stride);
  places.dilation = static_cast<size_t>(window.dilation[1]);
  places.divisors = line.divisors;
  places.count = count;
  for (int64_t y = 0; y < call.to.sizes[2]; ++y) {
    const Span rows = window.span(0, y);
    const int64_t first = rows.first * width + start + begin;
    const auto n = static_cast<size_t>(rows.count), step = static_cast<size_t>(rows.step * width);
    const auto columns = static_cast<size_t>(end - begin);
    const Array to = out + (y * call.to.sizes[3] + static_cast<int64_t>(x));
    const bool narrow = kHasNarrow && to.is_narrow();
    places.out = narrow ? line.results : to.floats();
    if (call.mean) {
      places.rows = static_cast<float>(call.divisor(0, y));
      HWY_DYNAMIC_DISPATCH(sum_columns_of_window)(plane + first, n, step, columns, line.values + begin);
      HWY_DYNAMIC_DISPATCH(mean_line)(places);
    } else {
      places.where = call.index_of(to);
      HWY_DYNAMIC_DISPATCH(max_columns_of_window)
      (plane + first, n, step, columns, static_cast<int32_t>(first), line.values + begin,
       line.indices + begin);
      HWY_DYNAMIC_DISPATCH(max_line)(places);
    }
    if (narrow) {
      store_lines(line.results, 0, 1, count, to, 0);
    }
  }
}

void run_plane(const PoolCall& call, Line& line, size_t batch, size_t channel) {
  const Window& window = call.window();
  const auto width = static_cast<size_t>(call.to.sizes[3]);
  const auto most = (kLine - static_cast<size_t>(window.reach(1))) / static_cast<size_t>(window.stride[1]);
  const Array from = PoolCall::array_at(call.from, batch, channel);
  const Array out = PoolCall::array_at(call.to, batch, channel);
  for (size_t x = 0; x < width; x += most + 1) {
    run_tile(call, line, from, x, width - x <= most ? width - x : most + 1, out);
  }
}

}  // namespace

void pool_planes(const PoolCall& call) {
  const auto batch = static_cast<size_t>(call.to.sizes[0]), channels = static_cast<size_t>(call.to.sizes[1]);
  const auto places = static_cast<size_t>(call.to.sizes[2] * call.to.sizes[3]);
  const auto taps = static_cast<size_t>(call.window().kernel_size());
  parallel(batch * channels, places * taps / 2, [&](size_t begin, size_t end) {
    Line line;
    for (size_t i = begin; i < end; ++i) {
      run_plane(call, line, i / channels, i % channels);
    }
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
