#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/extremes.cpp"
#include "vec/base/each_target.h"

#include "vec/base/numbers-inl.h"
#include "vec/reduce/extremes.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The index of the first element that is equal to *value or, if that is NaN, of the first NaN.
template <class T>
HWY_INLINE size_t find_first(const T* x, size_t n, const T* value) {
  const hn::ScalableTag<std::conditional_t<is_float<T>(), float, T>> d;
  const auto wanted = hn::Set(d, hn::GetLane(read_numbers(d, value, 1)));
  const auto find = [&](auto v) HWY_ATTR {
    if constexpr (is_float<T>()) {
      return hn::FindFirstTrue(d, hn::Or(hn::Eq(v, wanted), hn::IsNaN(v)));
    } else {
      return hn::FindFirstTrue(d, hn::Eq(v, wanted));
    }
  };
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const intptr_t at = find(read_numbers(d, x + i));
    if (at >= 0) {
      return i + static_cast<size_t>(at);
    }
  }
  // The remaining elements contain it, at a lower index than any lane past the end.
  return i + static_cast<size_t>(find(read_numbers(d, x + i, n - i)));
}

size_t find_value(const Elements& elements, size_t n, const void* value) {
  size_t at = 0;
  with_all_elements(elements.data, elements.dtype, [&](const auto* x) HWY_ATTR {
    at = find_first(x, n, static_cast<decltype(x)>(value));
  });
  return at;
}

// Updates the maximum of each column, and the number of its row, with `rows` rows from number `first` on.
// `flip` inverts bits of the elements, which turns the maximum into the minimum.
template <class L, class Index, class Load>
HWY_INLINE void put_rows(
    size_t first, size_t rows, const Load& row, L flip, L* HWY_RESTRICT best, Index* HWY_RESTRICT places) {
  const hn::ScalableTag<L> d;
  const hn::ScalableTag<Index> indices;
  const auto bits = hn::Set(d, flip);
  auto most = first == 0 ? hn::Xor(row(0), bits) : hn::Load(d, best);
  auto place = first == 0 ? hn::Zero(indices) : hn::Load(indices, places);
  auto number = hn::Set(indices, static_cast<Index>(first));
  for (size_t k = 0; k < rows; ++k, number = hn::Add(number, hn::Set(indices, 1))) {
    const auto v = hn::Xor(row(k), bits);
    auto is_more = hn::MaskFalse(d);
    if constexpr (is_float<L>()) {
      // A NaN replaces any number, but not an earlier NaN.
      is_more = hn::And(hn::Not(hn::Le(v, most)), hn::Eq(most, most));
    } else {
      is_more = hn::Gt(v, most);
    }
    most = hn::IfThenElse(is_more, v, most);
    place = hn::IfThenElse(hn::RebindMask(indices, is_more), number, place);
  }
  hn::Store(most, d, best);
  hn::Store(place, indices, places);
}

template <class T>
HWY_INLINE void find_of_columns(
    bool largest, const T* x, size_t n, size_t stride, size_t columns, int64_t* HWY_RESTRICT where) {
  using L = Lane<T>;
  using Index = std::conditional_t<sizeof(L) == 8, int64_t, int32_t>;
  constexpr size_t kAtOnce = 8;
  const hn::ScalableTag<L> d;
  static_assert(kColumns % hn::MaxLanes(d) == 0, "");
  HWY_ALIGN L best[kColumns];
  HWY_ALIGN Index places[kColumns];
  const L all = is_float<L>() ? static_cast<L>(-0.0F) : static_cast<L>(-1);
  const L flip = largest ? L{0} : all;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += kAtOnce, x += kAtOnce * stride) {
    const size_t rows = HWY_MIN(kAtOnce, n - i);
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      const auto row = [&](size_t k) HWY_ATTR { return read_numbers(d, x + k * stride + j); };
      put_rows(i, rows, row, flip, best + j, places + j);
    }
    if (j < columns) {
      const auto row = [&](size_t k) HWY_ATTR { return read_numbers(d, x + k * stride + j, columns - j); };
      put_rows(i, rows, row, flip, best + j, places + j);
    }
  }
  for (size_t j = 0; j < columns; ++j) {
    where[j] = places[j];
  }
}

void find_columns(
    bool largest, const Elements& elements, size_t n, size_t stride, size_t columns, int64_t* where) {
  with_all_elements(elements.data, elements.dtype, [&](const auto* x) HWY_ATTR {
    find_of_columns(largest, x, n, stride, columns, where);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <cstring>

namespace etk::vec {

HWY_EXPORT(find_value);
HWY_EXPORT(find_columns);

namespace {

// Sets *value to the extreme of n elements.
void reduce_to(bool largest, const Elements& x, size_t n, void* value) {
  const Reduction reduction = largest ? Reduction::kMax : Reduction::kMin;
  if (is_single(x.dtype)) {
    Array(value, x.dtype).set(static_cast<float>(reduce_row(reduction, Array(x.data, x.dtype), n)));
  } else {
    reduce_integer_rows({reduction, x.data, x.dtype, x.dtype, 1, n, 1, 1}, value);
  }
}

}  // namespace

size_t find_extreme(bool largest, const Elements& x, size_t n) {
  // Finding an extreme takes half the time of also tracking its index: only the part that contains the
  // extreme is searched for the index.
  constexpr size_t kPart = 4096;
  alignas(int64_t) char values[kMostRowParts * sizeof(int64_t)];
  const size_t part = std::max(kPart, (n + kMostRowParts - 1) / kMostRowParts);
  const size_t parts = (n + part - 1) / part;
  for (size_t i = 0; i < parts; ++i) {
    reduce_to(largest, x + i * part, std::min(part, n - i * part), values + i * x.size);
  }
  const size_t i = parts == 1 ? 0 : find_extreme(largest, {values, x.dtype, x.size}, parts);
  const size_t first = i * part;
  return first + HWY_DYNAMIC_DISPATCH(find_value)(x + first, std::min(part, n - first), values + i * x.size);
}

void find_extremes(bool largest, const Elements& x, size_t n, size_t stride, size_t columns, int64_t* where) {
  HWY_DYNAMIC_DISPATCH(find_columns)(largest, x, n, stride, columns, where);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
