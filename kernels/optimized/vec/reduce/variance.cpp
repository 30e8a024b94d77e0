#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/variance.cpp"
#include "vec/base/each_target.h"

#include "vec/base/array-inl.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Adds the difference of a number from a mean, or its square, to a total; in double, like the portable
// kernel.
template <bool kSquares, class V>
HWY_INLINE V add_difference(V number, V mean, V total) {
  const V difference = hn::Sub(number, mean);
  return kSquares ? hn::MulAdd(difference, difference, total) : hn::Add(difference, total);
}

// Adds the differences of n rows of elements, `step` apart, to the totals of the columns.
template <bool kSquares, class T>
HWY_INLINE void add_up(
    const T* x, size_t n, size_t step, size_t columns, const double* means, double* totals) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  const auto add = [&](size_t j, auto numbers) HWY_ATTR {
    const auto mean = hn::Load(d, means + j), total = hn::Load(d, totals + j);
    hn::Store(add_difference<kSquares>(hn::PromoteTo(d, numbers), mean, total), d, totals + j);
  };
  for (size_t i = 0; i < n; ++i, x += step) {
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      add(j, load(floats, x + j));
    }
    if (j < columns) {
      add(j, load(floats, x + j, columns - j));
    }
  }
#else
  const hn::CappedTag<float, 1> one;
  for (size_t i = 0; i < n; ++i, x += step) {
    for (size_t j = 0; j < columns; ++j) {
      const double difference = static_cast<double>(hn::GetLane(load(one, x + j, 1))) - means[j];
      totals[j] += kSquares ? difference * difference : difference;
    }
  }
#endif
}

// The sum of the differences of n contiguous elements.
template <bool kSquares, class T>
HWY_INLINE double sum_of(const T* x, size_t n, double mean) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  const auto center = hn::Set(d, mean), zero = hn::Zero(d);
  const auto add = [&](size_t i, auto total) HWY_ATTR {
    return add_difference<kSquares>(hn::PromoteTo(d, load(floats, x + i)), center, total);
  };
  auto a = zero, b = zero, c = zero, e = zero;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a = add(i, a);
    b = add(i + lanes, b);
    c = add(i + 2 * lanes, c);
    e = add(i + 3 * lanes, e);
  }
  for (; i + lanes <= n; i += lanes) {
    a = add(i, a);
  }
  if (i < n) {
    const auto last = hn::PromoteTo(d, load(floats, x + i, n - i));
    b = hn::Add(b, hn::IfThenElseZero(hn::FirstN(d, n - i), add_difference<kSquares>(last, center, zero)));
  }
  return hn::ReduceSum(d, hn::Add(hn::Add(a, b), hn::Add(c, e)));
#else
  double total = 0;
  add_up<kSquares>(x, n, 1, 1, &mean, &total);
  return total;
#endif
}

double sum_row(Array from, size_t n, double mean, bool squares) {
  double sum = 0;
  with_elements(from, [&](const auto* x) HWY_ATTR {
    sum = squares ? sum_of<true>(x, n, mean) : sum_of<false>(x, n, mean);
  });
  return sum;
}

void add_up_rows(
    Array from, size_t n, size_t step, size_t columns, bool squares, const double* means, double* totals) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    squares ? add_up<true>(x, n, step, columns, means, totals)
            : add_up<false>(x, n, step, columns, means, totals);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/reduce/rows.h"
#include "vec/reduce/variance.h"

#include <numeric>

#include "hwy/aligned_allocator.h"

namespace etk::vec {

HWY_EXPORT(add_up_rows);
HWY_EXPORT(sum_row);

namespace {

// The outs for variances and, if requested, for means.
struct Moments {
  Array variance, mean;
  double count, divisor;

  void set(size_t i, double mean_of_row, double squares) const {
    (variance + i).set(static_cast<float>(squares / divisor));
    if (mean) {
      (mean + i).set(static_cast<float>(mean_of_row));
    }
  }
};

void set_columns(Array x, size_t n, size_t step, size_t columns, const Moments& to, size_t first) {
  const auto add_up = HWY_DYNAMIC_POINTER(add_up_rows);
  alignas(HWY_ALIGNMENT) double means[kColumns] = {}, totals[kColumns] = {};
  add_up(x, n, step, columns, /*squares=*/false, totals, means);
  for (size_t j = 0; j < columns; ++j) {
    means[j] /= to.count;
  }
  add_up(x, n, step, columns, /*squares=*/true, means, totals);
  for (size_t j = 0; j < columns; ++j) {
    to.set(first + j, means[j], totals[j]);
  }
}

// Reduces one long row with all threads.
double sum_of_long_row(Array x, size_t n, double mean, bool squares) {
  double partial[kMostRowParts];
  const size_t parts = parallel_parts(n, partial, [&](size_t begin, size_t end) {
    return HWY_DYNAMIC_DISPATCH(sum_row)(x + begin, end - begin, mean, squares);
  });
  return std::accumulate(partial, partial + parts, 0.0);
}

void run_rows(const RowShape& rows, Array x, const Moments& to) {
  const size_t n = rows.n, inner = rows.inner;
  const auto set_row = [&](auto sum, Array row, size_t i) {
    const double mean = sum(row, n, 0, /*squares=*/false) / to.count;
    to.set(i, mean, sum(row, n, mean, /*squares=*/true));
  };
  if (rows.outer == 1 && inner == 1) {
    set_row(sum_of_long_row, x, 0);
    return;
  }
  parallel_columns(rows, 1, [&](size_t outer, size_t column, size_t columns) {
    const Array from = x + (outer * n * inner + column);
    const size_t first = outer * inner + column;
    if (inner == 1) {
      set_row(HWY_DYNAMIC_POINTER(sum_row), from, first);
    } else {
      set_columns(from, n, inner, columns, to, first);
    }
  });
}

}  // namespace

bool variances(const Tensor& self, DimSet dims, double correction, bool keepdim, Tensor& out, Tensor* mean) {
  RowShape rows;
  if (!rows.read_reduction(self, dims, keepdim, out) ||
      (mean &&
       (mean->scalar_type() != self.scalar_type() || !resize_reduction(self, dims, keepdim, *mean)))) {
    return false;
  }
  const auto count = static_cast<double>(rows.n);
  const double divisor = count > correction ? count - correction : 0;
  run_rows(rows, array_of(self), {array_of(out), mean ? array_of(*mean) : Array(), count, divisor});
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
