// Reductions of integers and Bools: sums, which wrap around, and extremes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/integers.cpp"
#include "vec/each_target.h"

#include "vec/integers.h"

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each has what it makes of no elements, and what it makes of two, and of the lanes of a vector.
struct Total {
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

struct Largest {
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

struct Smallest {
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

// Elements as lanes of a type that is as wide, or wider. Those of uint8_t are Bools: all but 0 are true.
template <class D, class T>
HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<hn::Rebind<T, D>> v) {
  if constexpr (std::is_same_v<T, uint8_t>) {
    const hn::Rebind<T, D> bytes;
    return hn::PromoteTo(d, hn::Min(v, hn::Set(bytes, 1)));
  } else if constexpr (sizeof(T) < sizeof(hn::TFromD<D>)) {
    return hn::PromoteTo(d, v);
  } else {
    return v;
  }
}

template <class D, class T>
HWY_INLINE hn::Vec<D> read(D d, const T* from) {
  return widened<D, T>(d, hn::LoadU(hn::Rebind<T, D>(), from));
}

// The first n; the other lanes change no result.
template <class Reduce, class D, class T>
HWY_INLINE hn::Vec<D> read(D d, const T* from, size_t n) {
  const hn::Rebind<T, D> elements;
  return widened<D, T>(d, hn::LoadNOr(hn::Set(elements, Reduce::template none<T>()), elements, from, n));
}

// out[line] = the reduction of n elements, one line behind the other.
template <class Reduce, class T, class R>
HWY_INLINE void reduce_lines(const T* x, size_t lines, size_t n, R* out) {
  const hn::ScalableTag<R> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t line = 0; line < lines; ++line, x += n) {
    auto a = hn::Set(d, Reduce::template none<R>()), b = a, c = a, e = a;
    size_t i = 0;
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
      a = Reduce::of(a, read(d, x + i));
      b = Reduce::of(b, read(d, x + i + lanes));
      c = Reduce::of(c, read(d, x + i + 2 * lanes));
      e = Reduce::of(e, read(d, x + i + 3 * lanes));
    }
    for (; i + lanes <= n; i += lanes) {
      a = Reduce::of(a, read(d, x + i));
    }
    if (i < n) {
      b = Reduce::of(b, read<Reduce>(d, x + i, n - i));
    }
    out[line] = Reduce::of_lanes(d, Reduce::of(Reduce::of(a, b), Reduce::of(c, e)));
  }
}

// out[j] = the reduction of x[i · stride + j] for i < n. What the rows before have given is in the out.
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
        v = Reduce::of(v, read(d, x + k * stride + j));
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

template <class R>
HWY_INLINE void reduce_extremes(const IntegerRows& rows, R* out) {
  if (rows.reduction == Reduction::kMax) {
    reduce_typed<Largest, R>(rows, out);
  } else {
    reduce_typed<Smallest, R>(rows, out);
  }
}

void reduce_rows_of_integers(const IntegerRows& rows, void* out) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  const bool is_sum = rows.reduction == Reduction::kSum;
  if constexpr (selected.has(ScalarType::Int)) {
    if (rows.result == ScalarType::Int) {
      auto* to = static_cast<int32_t*>(out);
      return is_sum ? reduce_typed<Total, int32_t>(rows, to) : reduce_extremes(rows, to);
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    auto* to = static_cast<int64_t*>(out);
    if (!is_sum) {
      reduce_extremes(rows, to);
    } else if (selected.has(ScalarType::Bool) && rows.dtype == ScalarType::Bool) {
      reduce_typed<Total, uint8_t>(rows, to);
    } else if (selected.has(ScalarType::Int) && rows.dtype == ScalarType::Int) {
      reduce_typed<Total, int32_t>(rows, to);
    } else {
      reduce_typed<Total, int64_t>(rows, to);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {
HWY_EXPORT(reduce_rows_of_integers);

namespace {

// One long line, by all threads.
template <typename R>
void reduce_long_line(IntegerRows all, size_t size, R* out) {
  const auto reduce_rows = HWY_DYNAMIC_POINTER(reduce_rows_of_integers);
  R partial[kMostRowParts];
  const size_t parts = parallel_parts(all.n, partial, [&](size_t begin, size_t end) {
    IntegerRows part = all.from(begin * size);
    part.n = end - begin;
    R result;
    reduce_rows(part, &result);
    return result;
  });
  IntegerRows results = all;
  results.data = partial;
  results.dtype = all.result;
  results.n = parts;
  reduce_rows(results, out);
}

}  // namespace

bool reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out) {
  RowShape shape;
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  const bool widens = reduction == Reduction::kSum && result == ScalarType::Long &&
                      (dtype == ScalarType::Bool || dtype == ScalarType::Int);
  const bool fits = widens || (dtype == result && is_integer(dtype));
  if (!fits || !dims || !shape.read(self, *dims, dtype) || !resize_reduction(self, *dims, keepdim, out)) {
    return false;
  }
  const size_t size = self.element_size(), out_size = out.element_size(), inner = shape.inner;
  const IntegerRows all{reduction, self.const_data_ptr(), dtype, result, 1, shape.n, inner, inner};
  auto* to = static_cast<char*>(out.mutable_data_ptr());
  const auto reduce_rows = HWY_DYNAMIC_POINTER(reduce_rows_of_integers);
  if (inner == 1 && shape.outer == 1) {
    if (result == ScalarType::Int) {
      reduce_long_line(all, size, out.mutable_data_ptr<int32_t>());
    } else {
      reduce_long_line(all, size, out.mutable_data_ptr<int64_t>());
    }
  } else if (inner <= kColumns) {
    parallel(shape.outer, shape.n * inner, [&](size_t begin, size_t end) {
      IntegerRows rows = all.from(begin * shape.n * inner * size);
      rows.outer = end - begin;
      reduce_rows(rows, to + begin * inner * out_size);
    });
  } else {
    parallel_columns(shape, 1, [&](size_t outer, size_t column, size_t columns) {
      IntegerRows rows = all.from((outer * shape.n * inner + column) * size);
      rows.columns = columns;
      reduce_rows(rows, to + (outer * inner + column) * out_size);
    });
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
