#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/rows_integers.cpp"
#include "vec/base/each_target.h"

#include "vec/base/numbers-inl.h"
#include "vec/reduce/rows_integers.h"

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each class of a reduction has its identity element, its operation on two vectors, and its reduction across
// the lanes of a vector.
struct AsTheyAre {
  template <class D, class V>
  static HWY_INLINE V elements(D, V v) {
    return v;
  }
};

struct Total : AsTheyAre {
  template <class T>
  static constexpr T none() {
    return 0;
  }
  template <class V>
  static HWY_INLINE V of(V a, V b) {
    return hn::Add(a, b);
  }
  template <class D>
  static HWY_INLINE hn::TFromD<D> of_lanes(D d, hn::Vec<D> v) {
    return hn::ReduceSum(d, v);
  }
};

// The sum of Bools: each byte except 0 counts as true.
struct Count : Total {
  template <class D, class V>
  static HWY_INLINE V elements(D d, V v) {
    return hn::Min(v, hn::Set(d, 1));
  }
};

struct Largest : AsTheyAre {
  template <class T>
  static constexpr T none() {
    return hwy::LimitsMin<T>();
  }
  template <class V>
  static HWY_INLINE V of(V a, V b) {
    return hn::Max(a, b);
  }
  template <class D>
  static HWY_INLINE hn::TFromD<D> of_lanes(D d, hn::Vec<D> v) {
    return hn::ReduceMax(d, v);
  }
};

struct Smallest : AsTheyAre {
  template <class T>
  static constexpr T none() {
    return hwy::LimitsMax<T>();
  }
  template <class V>
  static HWY_INLINE V of(V a, V b) {
    return hn::Min(a, b);
  }
  template <class D>
  static HWY_INLINE hn::TFromD<D> of_lanes(D d, hn::Vec<D> v) {
    return hn::ReduceMin(d, v);
  }
};

template <class Reduce, class D, class T>
HWY_INLINE hn::Vec<D> read(D d, const T* from) {
  const hn::Rebind<T, D> elements;
  return widened<D, T>(d, Reduce::elements(elements, hn::LoadU(elements, from)));
}

// Loads the first n elements; the other lanes hold the identity element.
template <class Reduce, class D, class T>
HWY_INLINE hn::Vec<D> read(D d, const T* from, size_t n) {
  const hn::Rebind<T, D> elements;
  const auto none = hn::Set(elements, Reduce::template none<T>());
  return widened<D, T>(d, Reduce::elements(elements, hn::LoadNOr(none, elements, from, n)));
}

// out[line] = the reduction of n elements, for consecutive lines.
template <class Reduce, class T, class R>
HWY_INLINE void reduce_lines(const T* x, size_t lines, size_t n, R* out) {
  const hn::ScalableTag<R> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t line = 0; line < lines; ++line, x += n) {
    auto a = hn::Set(d, Reduce::template none<R>()), b = a, c = a, e = a;
    size_t i = 0;
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
      a = Reduce::of(a, read<Reduce>(d, x + i));
      b = Reduce::of(b, read<Reduce>(d, x + i + lanes));
      c = Reduce::of(c, read<Reduce>(d, x + i + 2 * lanes));
      e = Reduce::of(e, read<Reduce>(d, x + i + 3 * lanes));
    }
    for (; i + lanes <= n; i += lanes) {
      a = Reduce::of(a, read<Reduce>(d, x + i));
    }
    if (i < n) {
      b = Reduce::of(b, read<Reduce>(d, x + i, n - i));
    }
    out[line] = Reduce::of_lanes(d, Reduce::of(Reduce::of(a, b), Reduce::of(c, e)));
  }
}

// out[j] = the reduction of x[i · stride + j] for i < n. The out holds the totals of the previous rows.
template <class Reduce, class T, class R>
HWY_INLINE void reduce_columns(const T* x, size_t n, size_t stride, size_t columns, R* HWY_RESTRICT out) {
  constexpr size_t kAtOnce = 8;
  const hn::ScalableTag<R> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += kAtOnce, x += kAtOnce * stride) {
    const size_t rows = HWY_MIN(kAtOnce, n - i);
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      auto v = i == 0 ? hn::Set(d, Reduce::template none<R>()) : hn::LoadU(d, out + j);
      for (size_t k = 0; k < rows; ++k) {
        v = Reduce::of(v, read<Reduce>(d, x + k * stride + j));
      }
      hn::StoreU(v, d, out + j);
    }
    if (j < columns) {
      const size_t left = columns - j;
      auto v = i == 0 ? hn::Set(d, Reduce::template none<R>()) : hn::LoadN(d, out + j, left);
      for (size_t k = 0; k < rows; ++k) {
        v = Reduce::of(v, read<Reduce>(d, x + k * stride + j, left));
      }
      hn::StoreN(v, d, out + j, left);
    }
  }
}

template <class Reduce, class T, class R>
HWY_INLINE void reduce_typed(const IntegerRows& rows, R* out) {
  const auto* x = static_cast<const T*>(rows.data);
  if (rows.stride == 1) {
    return reduce_lines<Reduce>(x, rows.outer, rows.n, out);
  }
  for (size_t i = 0; i < rows.outer; ++i) {
    reduce_columns<Reduce>(
        x + i * rows.n * rows.stride, rows.n, rows.stride, rows.columns, out + i * rows.columns);
  }
}

// Computes extremes of a dtype that the build has selected for any operator; false for other dtypes.
template <ScalarType kDtype, class T>
HWY_INLINE bool try_extremes(const IntegerRows& rows, void* out) {
  if constexpr (selected_dtypes<kAnyOperator>().has(kDtype)) {
    if (rows.dtype == kDtype) {
      auto* const to = static_cast<T*>(out);
      rows.reduction == Reduction::kMax ? reduce_typed<Largest, T>(rows, to)
                                        : reduce_typed<Smallest, T>(rows, to);
      return true;
    }
  }
  return false;
}

// Computes sums of type R.
template <ScalarType kDtype, class T, class R, class Sum = Total>
HWY_INLINE bool try_sum(const IntegerRows& rows, void* out) {
  if constexpr (selected_dtypes<kAnyOperator>().has(kDtype)) {
    if (rows.dtype == kDtype) {
      reduce_typed<Sum, T>(rows, static_cast<R*>(out));
      return true;
    }
  }
  return false;
}

void reduce_integer_rows_of_target(const IntegerRows& rows, void* out) {
  if (rows.reduction != Reduction::kSum) {
    (void)(try_extremes<ScalarType::Int, int32_t>(rows, out) ||
           try_extremes<ScalarType::Long, int64_t>(rows, out) ||
           try_extremes<ScalarType::Byte, uint8_t>(rows, out) ||
           try_extremes<ScalarType::Char, int8_t>(rows, out) ||
           try_extremes<ScalarType::Short, int16_t>(rows, out));
  } else if (rows.result == ScalarType::Int) {
    (void)try_sum<ScalarType::Int, int32_t, int32_t>(rows, out);
  } else {
    (void)(try_sum<ScalarType::Long, int64_t, int64_t>(rows, out) ||
           try_sum<ScalarType::Int, int32_t, int64_t>(rows, out) ||
           try_sum<ScalarType::Bool, uint8_t, int64_t, Count>(rows, out) ||
           try_sum<ScalarType::Byte, uint8_t, int64_t>(rows, out) ||
           try_sum<ScalarType::Char, int8_t, int64_t>(rows, out) ||
           try_sum<ScalarType::Short, int16_t, int64_t>(rows, out));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(reduce_integer_rows_of_target);

void reduce_integer_rows(const IntegerRows& rows, void* out) {
  HWY_DYNAMIC_DISPATCH(reduce_integer_rows_of_target)(rows, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
