// What pools compute of lines and of channels, for one SIMD target.

#ifndef ETK_VEC_POOL_TYPES
#define ETK_VEC_POOL_TYPES

#include <cstddef>
#include <cstdint>

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

// A window on an image with channels last: rows of columns of `count` channels.
struct PoolChannels {
  const float* from;
  size_t rows, columns;
  size_t row_step, column_step;  // places of the image
  int32_t first;                 // index of the first place
  float divisor;
  size_t count;
  float* out;
  int64_t* where;
};

}  // namespace etk::vec
#endif

#if defined(ETK_VEC_POOL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_POOL_INL_H_
#undef ETK_VEC_POOL_INL_H_
#else
#define ETK_VEC_POOL_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

// A place whose element is larger than the best of those before, or NaN, takes its place.
template <class V, class VI>
HWY_INLINE void take_larger(V x, VI at, V& best, VI& where) {
  const auto take = hn::Or(hn::Gt(x, best), hn::IsNaN(x));
  best = hn::IfThenElse(take, x, best);
  where = hn::IfThenElse(hn::RebindMask(hn::DFromV<VI>(), take), at, where);
}

template <class D, class V>
HWY_INLINE void store_indices(D d, V where, size_t n, int64_t* to) {
  HWY_ALIGN int32_t lanes[hn::MaxLanes(d)];
  hn::Store(where, d, lanes);
  for (size_t i = 0; i < n; ++i) {
    to[i] = lanes[i];
  }
}

void max_columns_of_window(
    const float* from, size_t rows, size_t step, size_t columns, int32_t first, float* best, int32_t* where) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  const auto next = hn::Set(integers, static_cast<int32_t>(step));
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    auto at = hn::Iota(integers, first + static_cast<int32_t>(j)), chosen = at;
    auto value = load_part(d, from + j, left);
    for (size_t i = 1; i < rows; ++i) {
      at = hn::Add(at, next);
      take_larger(load_part(d, from + i * step + j, left), at, value, chosen);
    }
    store_part(value, d, best + j, left);
    store_part(chosen, integers, where + j, left);
  }
}

void sum_columns_of_window(const float* from, size_t rows, size_t step, size_t columns, float* total) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    auto sum = load_part(d, from + j, left);
    for (size_t i = 1; i < rows; ++i) {
      sum = hn::Add(sum, load_part(d, from + i * step + j, left));
    }
    store_part(sum, d, total + j, left);
  }
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

void max_channels(const PoolChannels& p) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  for (size_t c = 0; c < p.count; c += lanes) {
    const size_t left = HWY_MIN(lanes, p.count - c);
    auto best = load_part(d, p.from + c, left);
    auto where = hn::Set(integers, p.first);
    for (size_t i = 0; i < p.rows; ++i) {
      for (size_t j = i == 0; j < p.columns; ++j) {
        const size_t at = i * p.row_step + j * p.column_step;
        const auto index = hn::Set(integers, p.first + static_cast<int32_t>(at));
        take_larger(load_part(d, p.from + at * p.count + c, left), index, best, where);
      }
    }
    store_part(best, d, p.out + c, left);
    store_indices(integers, where, left, p.where + c);
  }
}

// `kUnroll` vectors of channels; the rows of the window are added up one by one.
template <size_t kUnroll>
HWY_INLINE void mean_vectors(const PoolChannels& p, size_t c, size_t left) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> total[kUnroll], sum[kUnroll];
  for (size_t u = 0; u < kUnroll; ++u) {
    total[u] = hn::Zero(d);
  }
  for (size_t i = 0; i < p.rows; ++i) {
    for (size_t u = 0; u < kUnroll; ++u) {
      sum[u] = hn::Zero(d);
    }
    const float* from = p.from + i * p.row_step * p.count + c;
    for (size_t j = 0; j < p.columns; ++j, from += p.column_step * p.count) {
      for (size_t u = 0; u < kUnroll; ++u) {
        sum[u] = hn::Add(sum[u], load_part(d, from + u * lanes, left));
      }
    }
    for (size_t u = 0; u < kUnroll; ++u) {
      total[u] = hn::Add(total[u], sum[u]);
    }
  }
  for (size_t u = 0; u < kUnroll; ++u) {
    store_part(hn::Div(total[u], hn::Set(d, p.divisor)), d, p.out + c + u * lanes, left);
  }
}

void mean_channels(const PoolChannels& p) {
  const size_t lanes = hn::Lanes(hn::ScalableTag<float>());
  size_t c = 0;
  for (; c + 4 * lanes <= p.count; c += 4 * lanes) {
    mean_vectors<4>(p, c, lanes);
  }
  for (; c < p.count; c += lanes) {
    mean_vectors<1>(p, c, HWY_MIN(lanes, p.count - c));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
