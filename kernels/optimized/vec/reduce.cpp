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

// How many rows of columns are read before the next ones. A vector of them after the other makes long runs of
// each row; where there are few, more rows are as near to each other.
HWY_INLINE size_t rows_at_once(size_t columns) {
  return columns < 128 ? 64 : 8;
}

// Has Reduce put some rows into to[j], or with `first` set it to what they are reduced to.
template <class Reduce, class T>
HWY_INLINE void put_rows(
    const T* x, size_t rows, size_t stride, size_t columns, bool first, float* HWY_RESTRICT to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    Reduce::put(rows, [&](size_t k) HWY_ATTR { return load(d, x + k * stride + j); }, first, to + j);
  }
  if (j < columns) {
    const size_t left = columns - j;
    Reduce::put(rows, [&](size_t k) HWY_ATTR { return load(d, x + k * stride + j, left); }, first, to + j);
  }
}

struct Sum {
  // The rows of each eight are added by pairs.
  template <class Load>
  static HWY_INLINE void put(size_t rows, const Load& row, bool first, float* to) {
    const hn::ScalableTag<float> d;
    auto sum = first ? hn::Zero(d) : hn::Load(d, to);
    size_t k = 0;
    for (; k + 8 <= rows; k += 8) {
      const auto four = hn::Add(hn::Add(row(k), row(k + 1)), hn::Add(row(k + 2), row(k + 3)));
      const auto others = hn::Add(hn::Add(row(k + 4), row(k + 5)), hn::Add(row(k + 6), row(k + 7)));
      sum = hn::Add(sum, hn::Add(four, others));
    }
    for (; k < rows; ++k) {
      sum = hn::Add(sum, row(k));
    }
    hn::Store(sum, d, to);
  }
};

// NaN where there is one.
template <class Choose>
struct Chosen {
  template <class Load>
  static HWY_INLINE void put(size_t rows, const Load& row, bool first, float* to) {
    const hn::ScalableTag<float> d;
    auto best = first ? row(0) : hn::Load(d, to);
    auto nan = hn::IsNaN(best);
    for (size_t k = 0; k < rows; ++k) {
      const auto v = row(k);
      best = Choose()(best, v);
      nan = hn::Or(nan, hn::IsNaN(v));
    }
    hn::Store(hn::IfThenElse(nan, hn::NaN(d), best), d, to);
  }
};

// to[j] += from[j], or = with `first`.
HWY_INLINE void add_sums(const float* from, size_t columns, bool first, float* to) {
  const hn::ScalableTag<float> d;
  for (size_t j = 0; j < columns; j += hn::Lanes(d)) {
    const auto sum = hn::Load(d, from + j);
    hn::Store(first ? sum : hn::Add(hn::Load(d, to + j), sum), d, to + j);
  }
}

// Sums of 512 rows are added up to 64 times, and those then, so that the error does not grow with n.
template <class T>
HWY_INLINE void add_columns(const T* x, size_t n, size_t stride, size_t columns, double scale, T* out) {
  constexpr size_t kPart = 512, kBlock = 64 * kPart;
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d), at_once = rows_at_once(columns);
  static_assert(kWideColumns % hn::MaxLanes(d) == 0, "");
  HWY_ALIGN float parts[kWideColumns], blocks[kWideColumns], totals[kWideColumns];
  for (size_t i = 0, end; i < n; i = end) {
    end = HWY_MIN(n, i + at_once);
    put_rows<Sum>(x + i * stride, end - i, stride, columns, i % kPart == 0, parts);
    if (n > kPart && (end % kPart == 0 || end == n)) {
      add_sums(parts, columns, i % kBlock < kPart, blocks);
    }
    if (n > kBlock && (end % kBlock == 0 || end == n)) {
      add_sums(blocks, columns, i < kBlock, totals);
    }
  }
  const float* sums = n <= kPart ? parts : n <= kBlock ? blocks : totals;
  const auto factor = hn::Set(d, static_cast<float>(scale));
  for (size_t j = 0; j < columns; j += lanes) {
    store(hn::Mul(hn::Load(d, sums + j), factor), d, out + j, HWY_MIN(lanes, columns - j));
  }
}

void sum_columns(Array from, size_t n, size_t stride, size_t columns, double scale, Array out) {
  with_elements(
      from, [&](const auto* x) HWY_ATTR { add_columns(x, n, stride, columns, scale, elements_of(out, x)); });
}

template <class Choose, class T>
HWY_INLINE void choose_columns(const T* x, size_t n, size_t stride, size_t columns, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d), at_once = rows_at_once(columns);
  HWY_ALIGN float chosen[kWideColumns];
  for (size_t i = 0; i < n; i += at_once) {
    put_rows<Chosen<Choose>>(x + i * stride, HWY_MIN(n - i, at_once), stride, columns, i == 0, chosen);
  }
  for (size_t j = 0; j < columns; j += lanes) {
    store(hn::Load(d, chosen + j), d, out + j, HWY_MIN(lanes, columns - j));
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
    const auto reduce_block = [&](size_t outer, size_t column, size_t columns) {
      const Array first = from + outer * n * shape.inner + column;
      reduce_columns(first, n, shape.inner, columns, scale, out + outer * shape.inner + column);
    };
    parallel_columns(shape, 1, reduce_block, kWideColumns);
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
