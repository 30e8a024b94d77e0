#include "vec/pool/pool_lines.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/pool/pool_lines.cpp"
#include "vec/base/each_target.h"

#include "vec/pool/pool-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class T>
HWY_INLINE void choose_columns(PoolColumns p, const T* from, float* best, int32_t* where) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  const auto next = hn::Set(integers, static_cast<int32_t>(p.row_step));
  for (size_t j = 0; j < p.count; j += lanes) {
    const size_t left = HWY_MIN(lanes, p.count - j);
    auto at = hn::Iota(integers, p.first + static_cast<int32_t>(j)), chosen = at;
    auto value = load(d, from + j, left);
    for (size_t i = 1; i < p.rows; ++i) {
      at = hn::Add(at, next);
      take_larger(load(d, from + i * p.row_step + j, left), at, value, chosen);
    }
    for (size_t plane = 1; plane < p.planes; ++plane) {
      const size_t start = plane * p.plane_step + j;
      at = hn::Iota(integers, p.first + static_cast<int32_t>(start));
      for (size_t i = 0; i < p.rows; ++i, at = hn::Add(at, next)) {
        take_larger(load(d, from + start + i * p.row_step, left), at, value, chosen);
      }
    }
    store_part(value, d, best + j, left);
    store_part(chosen, integers, where + j, left);
  }
}

void max_columns_of(const PoolColumns& p, float* best, int32_t* where) {
  with_elements(p.from, [&](const auto* from) HWY_ATTR { choose_columns(p, from, best, where); });
}

template <class T>
HWY_INLINE void add_columns(PoolColumns p, const T* from, float* total) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t j = 0; j < p.count; j += lanes) {
    const size_t left = HWY_MIN(lanes, p.count - j);
    auto sum = load(d, from + j, left);
    for (size_t i = 1; i < p.rows; ++i) {
      sum = hn::Add(sum, load(d, from + i * p.row_step + j, left));
    }
    for (size_t plane = 1; plane < p.planes; ++plane) {
      for (size_t i = 0; i < p.rows; ++i) {
        sum = hn::Add(sum, load(d, from + plane * p.plane_step + i * p.row_step + j, left));
      }
    }
    store_part(sum, d, total + j, left);
  }
}

void sum_columns_of(const PoolColumns& p, float* total) {
  with_elements(p.from, [&](const auto* from) HWY_ATTR { add_columns(p, from, total); });
}

// Loads elements with a constant stride.
template <size_t kStep, class D>
HWY_INLINE hn::Vec<D> load_places(D d, const hn::TFromD<D>* from) {
  if constexpr (kStep == 2) {
    hn::Vec<D> even, odd;
    hn::LoadInterleaved2(d, from, even, odd);
    return even;
  } else {
    return hn::LoadU(d, from);
  }
}

// Of equal elements, the first in the plane is chosen, even if it is in a later column; of NaNs, the last.
template <class V, class VI>
HWY_INLINE void take_first_largest(V v, VI at, V& best, VI& where) {
  const hn::DFromV<V> d;
  const auto earlier = hn::RebindMask(d, hn::Lt(at, where));
  const auto nan = hn::AndNot(hn::And(hn::IsNaN(best), earlier), hn::IsNaN(v));
  const auto take = hn::Or(hn::Or(hn::Gt(v, best), hn::And(hn::Eq(v, best), earlier)), nan);
  best = hn::IfThenElse(take, v, best);
  where = hn::IfThenElse(hn::RebindMask(hn::DFromV<VI>(), take), at, where);
}

template <size_t kStep>
HWY_INLINE void choose_places(const PoolLine& p) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  for (size_t x = 0; x < p.count; x += hn::Lanes(d)) {
    const float* values = p.values + kStep * x;
    const int32_t* indices = p.indices + kStep * x;
    auto best = load_places<kStep>(d, values);
    auto where = load_places<kStep>(integers, indices);
    for (size_t k = 1; k < p.kernel; ++k) {
      take_first_largest(
          load_places<kStep>(d, values + p.taps[k]), load_places<kStep>(integers, indices + p.taps[k]), best,
          where);
    }
    const size_t left = HWY_MIN(hn::Lanes(d), p.count - x);
    store_part(best, d, p.out + x, left);
    store_indices(integers, where, left, p.where + x);
  }
}

void max_line_of(const PoolLine& p) {
  p.step == 2 ? choose_places<2>(p) : choose_places<1>(p);
}

int32_t find_largest(const float* values, const int32_t* indices, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  // Lanes without an element repeat the first element.
  auto best = hn::Set(d, *values);
  auto where = hn::Set(integers, *indices);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    const auto some = hn::FirstN(d, left);
    const auto v = hn::IfThenElse(some, load_part(d, values + i, left), best);
    const auto at =
        hn::IfThenElse(hn::RebindMask(integers, some), load_part(integers, indices + i, left), where);
    take_first_largest(v, at, best, where);
  }
  const auto nan = hn::IsNaN(best);
  if (!hn::AllFalse(d, nan)) {
    const auto none = hn::Set(integers, -1);
    return hn::ReduceMax(integers, hn::IfThenElse(hn::RebindMask(integers, nan), where, none));
  }
  const auto largest = hn::RebindMask(integers, hn::Eq(best, hn::MaxOfLanes(d, best)));
  return hn::ReduceMin(integers, hn::IfThenElse(largest, where, hn::Set(integers, INT32_MAX)));
}

template <size_t kStep>
HWY_INLINE void add_places(PoolLine p) {
  const hn::ScalableTag<float> d;
  for (size_t x = 0; x < p.count; x += hn::Lanes(d)) {
    const float* values = p.values + kStep * x;
    auto sum = load_places<kStep>(d, values);
    for (size_t k = 1; k < p.kernel; ++k) {
      sum = hn::Add(sum, load_places<kStep>(d, values + p.taps[k]));
    }
    const size_t left = HWY_MIN(hn::Lanes(d), p.count - x);
    const auto divisor = hn::Mul(load_part(d, p.divisors + x, left), hn::Set(d, p.rows));
    store_part(hn::Div(sum, divisor), d, p.out + x, left);
  }
}

void mean_line_of(const PoolLine& p) {
  p.step == 2 ? add_places<2>(p) : add_places<1>(p);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(max_columns_of);
HWY_EXPORT(sum_columns_of);
HWY_EXPORT(max_line_of);
HWY_EXPORT(mean_line_of);
HWY_EXPORT(find_largest);

void max_columns(const PoolColumns& columns, float* best, int32_t* where) {
  HWY_DYNAMIC_DISPATCH(max_columns_of)(columns, best, where);
}

void sum_columns(const PoolColumns& columns, float* total) {
  HWY_DYNAMIC_DISPATCH(sum_columns_of)(columns, total);
}

int32_t index_of_largest(const float* values, const int32_t* indices, size_t n) {
  return HWY_DYNAMIC_DISPATCH(find_largest)(values, indices, n);
}

void max_line(const PoolLine& line) {
  HWY_DYNAMIC_DISPATCH(max_line_of)(line);
}

void mean_line(const PoolLine& line) {
  HWY_DYNAMIC_DISPATCH(mean_line_of)(line);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
