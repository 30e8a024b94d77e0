#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/order/search_row.cpp"
#include "vec/base/each_target.h"

#include "vec/base/numbers-inl.h"
#include "vec/base/rows-inl.h"
#include "vec/base/vectors-inl.h"
#include "vec/order/search_row.h"

#include <cstddef>
#include <cstdint>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE bool are_typed_ascending(const T* row, size_t n) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i + 1 < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - 1 - i);
    if (!hn::AllTrue(d, hn::Le(load_part(d, row + i, left), load_part(d, row + i + 1, left)))) {
      return false;
    }
  }
  return row[n - 1] == row[n - 1];
}

// Gathers the elements with these indices. Gather instructions are up to three times as slow on EPYC
// processors.
template <class D, class V>
HWY_INLINE hn::Vec<D> gather(D d, const hn::TFromD<D>* from, V indices) {
  const hn::RebindToSigned<D> integers;
  HWY_ALIGN hn::TFromD<decltype(integers)> at[hn::MaxLanes(d)];
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(d)];
  hn::Store(indices, integers, at);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    elements[i] = from[at[i]];
  }
  return hn::Load(d, elements);
}

// The places of several vectors of values, which are searched at once to hide the latency of loads.
template <class T, bool kRight, class Numbers>
struct Places;
template <class T, bool kRight, size_t... k>
struct Places<T, kRight, std::index_sequence<k...>> {
  using Index = hwy::MakeSigned<T>;

  template <class V, class P>
  static HWY_INLINE void run(
      const T* row, size_t size, Index* to, Each<V, k>... values, Each<P, k>... places) {
    const hn::ScalableTag<T> d;
    const hn::ScalableTag<Index> indices;
    // Increases the places by `step` where the elements at `first` + place are less than (or equal to) the
    // values.
    const auto move = [&](size_t first, size_t step, V value, P& place) HWY_ATTR {
      const V x = gather(d, row + first, place);
      const auto is_before = hn::Not(kRight ? hn::Gt(x, value) : hn::Ge(x, value));
      const auto more = hn::Set(indices, static_cast<Index>(step));
      place = hn::Add(place, hn::IfThenElseZero(hn::RebindMask(indices, is_before), more));
    };
    for (size_t left = size, half; left > 1; left -= half) {
      half = left / 2;
      (move(half - 1, half, values, places), ...);
    }
    (move(0, 1, values, places), ...);
    const size_t lanes = hn::Lanes(d);
    (hn::StoreU(places, indices, to + k * lanes), ...);
  }

  static HWY_INLINE void run(const T* row, size_t size, const T* values, Index* to) {
    const hn::ScalableTag<T> d;
    const hn::ScalableTag<Index> indices;
    const size_t lanes = hn::Lanes(d);
    run<hn::Vec<decltype(d)>, hn::Vec<decltype(indices)>>(
        row, size, to, hn::LoadU(d, values + k * lanes)..., copy<k>(hn::Zero(indices))...);
  }
};

template <class T, bool kRight>
HWY_INLINE void find_typed(const T* row, size_t size, const T* values, size_t n, hwy::MakeSigned<T>* places) {
  constexpr size_t kAtOnce = 4;
  const size_t step = kAtOnce * hn::Lanes(hn::ScalableTag<T>());
  for (size_t i = 0; i < n; i += step) {
    Places<T, kRight, std::make_index_sequence<kAtOnce>>::run(row, size, values + i, places + i);
  }
}

// Calls f with a value of the element type of Int, Long or Float.
template <class F>
HWY_INLINE void with_type(ScalarType dtype, const F& f) {
  const bool is_integer = with_integers(dtype, [&](auto value) HWY_ATTR {
    if constexpr (sizeof(value) >= sizeof(int32_t)) {
      f(value);
    }
  });
  if constexpr (selected_dtypes<kAnyOperator>().has(Compute::kFloat)) {
    if (!is_integer) {
      f(float{});
    }
  }
}

bool are_ascending_of_target(ScalarType dtype, const void* row, size_t n) {
  bool are = false;
  with_type(dtype, [&](auto value) HWY_ATTR {
    are = are_typed_ascending(static_cast<const decltype(value)*>(row), n);
  });
  return are;
}

void find_of_target(
    ScalarType dtype, const void* row, size_t size, bool right, const void* values, size_t n, void* places) {
  with_type(dtype, [&](auto value) HWY_ATTR {
    using T = decltype(value);
    const auto* const elements = static_cast<const T*>(row);
    const auto* const wanted = static_cast<const T*>(values);
    auto* const to = static_cast<hwy::MakeSigned<T>*>(places);
    right ? find_typed<T, true>(elements, size, wanted, n, to)
          : find_typed<T, false>(elements, size, wanted, n, to);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(are_ascending_of_target);
HWY_EXPORT(find_of_target);

bool are_ascending(ScalarType dtype, const void* row, size_t n) {
  return HWY_DYNAMIC_DISPATCH(are_ascending_of_target)(dtype, row, n);
}

void find_in_row(
    ScalarType dtype, const void* row, size_t size, bool right, const void* values, size_t n, void* places) {
  HWY_DYNAMIC_DISPATCH(find_of_target)(dtype, row, size, right, values, n, places);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
