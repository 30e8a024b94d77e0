#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce.cpp"
#include "vec/each_target.h"

#include "vec/parallel.h"
#include "vec/rows-inl.h"
#include "vec/rows.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

double sum_array(Array array, size_t n) {
  double result = 0;
  with_elements(array, [&](const auto* x) HWY_ATTR { result = sum_of(x, n, Itself()); });
  return result;
}

template <class Choose>
HWY_INLINE double choose_of(Array array, size_t n) {
  float result = 0;
  with_elements(array, [&](const auto* x) HWY_ATTR { result = extreme_of(x, n, Choose()); });
  return static_cast<double>(result);
}

double max_array(Array array, size_t n) {
  return choose_of<Larger>(array, n);
}

double min_array(Array array, size_t n) {
  return choose_of<Smaller>(array, n);
}

// Adds to each total, which are zeros, n rows of a vector. Sums of up to 64 rows are added up to 64 times,
// and those then, so that the error does not grow with n.
template <class Load, class Store, class... Vs>
HWY_INLINE void sum_vectors(size_t n, const Load& load, const Store& store, Vs... total) {
  const auto add_blocks = [&](size_t first, size_t end, Vs... blocks) HWY_ATTR {
    const auto add_rows = [&](size_t i, size_t last, Vs... rows) HWY_ATTR {
      for (; i < last; ++i) {
        size_t u = 0;
        ((rows = hn::Add(rows, load(i, u++))), ...);
      }
      ((blocks = hn::Add(blocks, rows)), ...);
    };
    for (; first < end; first += 64) {
      add_rows(first, HWY_MIN(end, first + 64), hn::Zero(hn::DFromV<Vs>())...);
    }
    ((total = hn::Add(total, blocks)), ...);
  };
  for (size_t first = 0; first < n; first += 4096) {
    add_blocks(first, HWY_MIN(n, first + 4096), hn::Zero(hn::DFromV<Vs>())...);
  }
  size_t u = 0;
  (store(u++, total), ...);
}

template <class T>
HWY_INLINE void add_columns(const T* x, size_t n, size_t stride, size_t columns, double scale, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, static_cast<float>(scale)), zero = hn::Zero(d);
  size_t j = 0;
  for (; j + 4 * lanes <= columns; j += 4 * lanes) {
    sum_vectors(
        n, [&](size_t i, size_t u) HWY_ATTR { return load(d, x + i * stride + j + u * lanes); },
        [&](size_t u, auto sum) HWY_ATTR { store(hn::Mul(sum, factor), d, out + j + u * lanes); }, zero, zero,
        zero, zero);
  }
  for (; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    sum_vectors(
        n, [&](size_t i, size_t) HWY_ATTR { return load(d, x + i * stride + j, left); },
        [&](size_t, auto sum) HWY_ATTR { store(hn::Mul(sum, factor), d, out + j, left); }, zero);
  }
}

void sum_columns(Array from, size_t n, size_t stride, size_t columns, double scale, Array out) {
  with_elements(
      from, [&](const auto* x) HWY_ATTR { add_columns(x, n, stride, columns, scale, elements_of(out, x)); });
}

// The chosen ones of vectors of n rows; NaN where there is one.
template <class Choose, class Load, class Store, class... Vs>
HWY_INLINE void choose_vectors(size_t n, const Load& load, const Store& store, Vs... chosen) {
  const auto run = [&](auto... nan) HWY_ATTR {
    for (size_t i = 1; i < n; ++i) {
      size_t u = 0;
      const auto take = [&](auto& best, auto& any, auto v) HWY_ATTR {
        best = Choose()(best, v);
        any = hn::Or(any, hn::IsNaN(v));
      };
      (take(chosen, nan, load(i, u++)), ...);
    }
    size_t u = 0;
    (store(u++, hn::IfThenElse(nan, hn::NaN(hn::DFromV<Vs>()), chosen)), ...);
  };
  run(hn::IsNaN(chosen)...);
}

template <class Choose, class T>
HWY_INLINE void choose_columns(const T* x, size_t n, size_t stride, size_t columns, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t j = 0;
  for (; j + 4 * lanes <= columns; j += 4 * lanes) {
    const T* from = x + j;
    choose_vectors<Choose>(
        n, [&](size_t i, size_t u) HWY_ATTR { return load(d, from + i * stride + u * lanes); },
        [&](size_t u, auto best) HWY_ATTR { store(best, d, out + j + u * lanes); }, load(d, from),
        load(d, from + lanes), load(d, from + 2 * lanes), load(d, from + 3 * lanes));
  }
  for (; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    choose_vectors<Choose>(
        n, [&](size_t i, size_t) HWY_ATTR { return load(d, x + i * stride + j, left); },
        [&](size_t, auto best) HWY_ATTR { store(best, d, out + j, left); }, load(d, x + j, left));
  }
}

void max_columns(Array from, size_t n, size_t stride, size_t columns, double, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    choose_columns<Larger>(x, n, stride, columns, elements_of(out, x));
  });
}

void min_columns(Array from, size_t n, size_t stride, size_t columns, double, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    choose_columns<Smaller>(x, n, stride, columns, elements_of(out, x));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(sum_array);
HWY_EXPORT(max_array);
HWY_EXPORT(min_array);
HWY_EXPORT(sum_columns);
HWY_EXPORT(max_columns);
HWY_EXPORT(min_columns);

namespace {

double reduce_row(Reduction reduction, Array x, size_t n) {
  return reduction == Reduction::kSum   ? HWY_DYNAMIC_DISPATCH(sum_array)(x, n)
         : reduction == Reduction::kMax ? HWY_DYNAMIC_DISPATCH(max_array)(x, n)
                                        : HWY_DYNAMIC_DISPATCH(min_array)(x, n);
}

// One long row, by all threads.
double reduce_long_row(Reduction reduction, Array x, size_t n) {
  double partial[kMostRowParts] = {};
  const size_t parts = parallel_parts(
      n, partial, [&](size_t begin, size_t end) { return reduce_row(reduction, x + begin, end - begin); });
  double result = partial[0];
  for (size_t i = 1; i < parts; ++i) {
    const double next = partial[i];
    if (reduction == Reduction::kSum) {
      result += next;
    } else if (next != next || (reduction == Reduction::kMax ? next > result : next < result)) {
      result = next;
    }
  }
  return result;
}

}  // namespace

void reduce(Reduction reduction, const RowShape& shape, Array from, double scale, Array out) {
  const size_t n = shape.n;
  if (shape.inner == 1 && shape.outer == 1) {
    out.set(static_cast<float>(reduce_long_row(reduction, from, n) * scale));
  } else if (shape.inner == 1) {
    parallel(shape.outer, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        (out + i).set(static_cast<float>(reduce_row(reduction, from + i * n, n) * scale));
      }
    });
  } else {
    const auto reduce_columns = reduction == Reduction::kSum   ? HWY_DYNAMIC_POINTER(sum_columns)
                                : reduction == Reduction::kMax ? HWY_DYNAMIC_POINTER(max_columns)
                                                               : HWY_DYNAMIC_POINTER(min_columns);
    parallel_columns(shape, 1, [&](size_t outer, size_t column, size_t columns) {
      const Array first = from + outer * n * shape.inner + column;
      reduce_columns(first, n, shape.inner, columns, scale, out + outer * shape.inner + column);
    });
  }
}

bool reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out) {
  RowShape rows;
  if (!rows.read_reduction(self, dims, keepdim, out)) {
    return false;
  }
  const double scale = is_mean ? 1.0 / static_cast<double>(rows.n) : 1.0;
  reduce(reduction, rows, array_of(self), scale, array_of(out));
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
