#include "vec/norm/channels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/norm/channels.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class T>
HWY_INLINE void normalize_elements(const Affine& affine, const T* x, size_t n, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto center = hn::Set(d, affine.center), scale = hn::Set(d, affine.scale),
             shift = hn::Set(d, affine.shift);
  const auto normalized = [&](auto v) HWY_ATTR { return hn::MulAdd(hn::Sub(v, center), scale, shift); };
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto first = normalized(load(d, x + i)), second = normalized(load(d, x + i + lanes));
    store(first, d, out + i);
    store(second, d, out + i + lanes);
  }
  for (; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    store(normalized(load(d, x + i, left)), d, out + i, left);
  }
}

void normalize_row_elements(const Affine& affine, Array from, size_t n, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR { normalize_elements(affine, x, n, elements_of(out, x)); });
}

template <class T>
HWY_INLINE void normalize_rows(
    const AffineColumns& affine, const T* x, size_t rows, size_t stride, size_t columns, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < rows; ++i, x += stride, out += stride) {
    for (size_t j = 0; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      const auto distance = hn::Sub(load(d, x + j, left), load_part(d, affine.center + j, left));
      const auto scale = load_part(d, affine.scale + j, left), shift = load_part(d, affine.shift + j, left);
      store(hn::MulAdd(distance, scale, shift), d, out + j, left);
    }
  }
}

void normalize_column_elements(
    const AffineColumns& affine, Array from, size_t rows, size_t stride, size_t columns, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    normalize_rows(affine, x, rows, stride, columns, elements_of(out, x));
  });
}

// The number of floats that are added in float before their sum is added in double, so that the error does
// not grow with the number of elements.
constexpr size_t kInFloat = 128;

template <class T>
HWY_INLINE Distances distances_of(const T* x, size_t n, float center) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d), block = kInFloat / 4 * 4 * lanes;
  const auto at = hn::Set(d, center), zero = hn::Zero(d);
  const auto add = [](auto distance, auto& sum, auto& squares) HWY_ATTR {
    sum = hn::Add(sum, distance);
    squares = hn::MulAdd(distance, distance, squares);
  };
  Distances total;
  for (size_t i = 0; i < n;) {
    const size_t end = HWY_MIN(n, i + block);
    auto a = zero, b = zero, c = zero, e = zero, a2 = zero, b2 = zero, c2 = zero, e2 = zero;
    for (; i + 4 * lanes <= end; i += 4 * lanes) {
      add(hn::Sub(load(d, x + i), at), a, a2);
      add(hn::Sub(load(d, x + i + lanes), at), b, b2);
      add(hn::Sub(load(d, x + i + 2 * lanes), at), c, c2);
      add(hn::Sub(load(d, x + i + 3 * lanes), at), e, e2);
    }
    for (; i + lanes <= end; i += lanes) {
      add(hn::Sub(load(d, x + i), at), b, b2);
    }
    if (i < end) {
      const auto distance = hn::Sub(load(d, x + i, end - i), at);
      add(hn::IfThenElseZero(hn::FirstN(d, end - i), distance), c, c2);
      i = end;
    }
    total.sum += static_cast<double>(hn::ReduceSum(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
    total.squares += static_cast<double>(hn::ReduceSum(d, hn::Add(hn::Add(a2, b2), hn::Add(c2, e2))));
  }
  return total;
}

Distances distances_of_elements(Array from, size_t n, const float* center) {
  Distances total;
  with_elements(from, [&](const auto* x) HWY_ATTR {
    if (center) {
      total = distances_of(x, n, *center);
    } else {
      total.sum = sum_of(x, n, Itself());
    }
  });
  return total;
}

// Processes some rows at a time, whose columns are long runs for the prefetcher.
template <class T>
HWY_INLINE void find_distances(
    const T* x, size_t rows, size_t stride, size_t columns, const float* centers, Distances* totals) {
  constexpr size_t kAtOnce = 8;
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  static_assert(kSideBySide % hn::MaxLanes(d) == 0, "");
  HWY_ALIGN float sums[kSideBySide], squares[kSideBySide];
  for (size_t i = 0; i < rows; i += kAtOnce) {
    const size_t end = HWY_MIN(rows, i + kAtOnce);
    const bool is_first = i % kInFloat == 0;
    for (size_t j = 0; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      const auto center = load_part(d, centers + j, left);
      auto sum = is_first ? hn::Zero(d) : hn::Load(d, sums + j);
      auto square = is_first ? hn::Zero(d) : hn::Load(d, squares + j);
      for (size_t k = i; k < end; ++k) {
        const auto distance = hn::Sub(load(d, x + k * stride + j, left), center);
        sum = hn::Add(sum, distance);
        square = hn::MulAdd(distance, distance, square);
      }
      hn::Store(sum, d, sums + j);
      hn::Store(square, d, squares + j);
    }
    for (size_t j = 0; j < columns && (end % kInFloat == 0 || end == rows); ++j) {
      const Distances some{static_cast<double>(sums[j]), static_cast<double>(squares[j])};
      totals[j] = i < kInFloat ? Distances() : totals[j];
      totals[j] += some;
    }
  }
}

void find_distances_of_elements(
    Array from, size_t rows, size_t stride, size_t columns, const float* centers, Distances* totals) {
  with_elements(
      from, [&](const auto* x) HWY_ATTR { find_distances(x, rows, stride, columns, centers, totals); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(normalize_row_elements);
HWY_EXPORT(normalize_column_elements);
HWY_EXPORT(distances_of_elements);
HWY_EXPORT(find_distances_of_elements);

void normalize_row(const Affine& affine, Array from, size_t n, Array out) {
  HWY_DYNAMIC_DISPATCH(normalize_row_elements)(affine, from, n, out);
}

Distances distances_of_row(Array from, size_t n, const float* center) {
  return HWY_DYNAMIC_DISPATCH(distances_of_elements)(from, n, center);
}

void normalize_columns(
    const AffineColumns& affine, Array from, size_t rows, size_t stride, size_t columns, Array out) {
  HWY_DYNAMIC_DISPATCH(normalize_column_elements)(affine, from, rows, stride, columns, out);
}

void find_distances_of_columns(
    Array from, size_t rows, size_t stride, size_t columns, const float* centers, Distances* totals) {
  HWY_DYNAMIC_DISPATCH(find_distances_of_elements)(from, rows, stride, columns, centers, totals);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
