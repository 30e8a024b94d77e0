// var(self, dim) = Σ (self - mean)² / (n - correction) along dim

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_var.cpp"
#include "vec/each_target.h"

#include "vec/array-inl.h"

#include <cstddef>

#ifndef ETK_VAR_NAMES
#define ETK_VAR_NAMES
static constexpr char kVar[] = "var.out";
static constexpr char kVarCorrection[] = "var.correction_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What a number differs from a mean, or the square of that, added to a total. In double, as the portable
// kernel has them.
template <bool kSquares, class V>
HWY_INLINE V add_difference(V number, V mean, V total) {
  const V difference = hn::Sub(number, mean);
  return kSquares ? hn::MulAdd(difference, difference, total) : hn::Add(difference, total);
}

// Adds those of n rows of elements, `step` apart, to the columns' totals.
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

// Those of n elements side by side.
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
  with_elements<kVar, kVarCorrection>(from, [&](const auto* x) HWY_ATTR {
    sum = squares ? sum_of<true>(x, n, mean) : sum_of<false>(x, n, mean);
  });
  return sum;
}

void add_up_rows(
    Array from, size_t n, size_t step, size_t columns, bool squares, const double* means, double* totals) {
  with_elements<kVar, kVarCorrection>(from, [&](const auto* x) HWY_ATTR {
    squares ? add_up<true>(x, n, step, columns, means, totals)
            : add_up<false>(x, n, step, columns, means, totals);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/moments.h"
#include "vec/rows.h"

#include <algorithm>
#include <numeric>

#include "hwy/aligned_allocator.h"

namespace etk::vec {
ETK_VEC_EXPORT(add_up_rows);
ETK_VEC_EXPORT(sum_row);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

namespace {

void variances_of_columns(
    vec::Array x, size_t n, size_t step, size_t columns, double divisor, vec::Array out) {
  const auto add_up_rows = vec::add_up_rows_pointer()();
  alignas(HWY_ALIGNMENT) double means[vec::kColumns] = {}, totals[vec::kColumns] = {};
  add_up_rows(x, n, step, columns, /*squares=*/false, totals, means);
  for (size_t j = 0; j < columns; ++j) {
    means[j] /= static_cast<double>(n);
  }
  add_up_rows(x, n, step, columns, /*squares=*/true, means, totals);
  for (size_t j = 0; j < columns; ++j) {
    (out + j).set(static_cast<float>(totals[j] / divisor));
  }
}

// One long row, by all threads.
double sum_of_long_row(vec::Array x, size_t n, double mean, bool squares) {
  double partial[vec::kMostRowParts];
  const size_t parts = vec::parallel_parts(n, partial, [&](size_t begin, size_t end) {
    return vec::sum_row_pointer()()(x + begin, end - begin, mean, squares);
  });
  return std::accumulate(partial, partial + parts, 0.0);
}

void run_rows(const vec::RowShape& rows, vec::Array x, double correction, vec::Array out) {
  const size_t n = rows.n, inner = rows.inner;
  const auto count = static_cast<double>(n);
  const double divisor = count > correction ? count - correction : 0;
  const auto set = [divisor, count](auto sum, vec::Array row, size_t size, vec::Array to) {
    const double mean = sum(row, size, 0, /*squares=*/false) / count;
    to.set(static_cast<float>(sum(row, size, mean, /*squares=*/true) / divisor));
  };
  if (rows.outer == 1 && inner == 1) {
    set(sum_of_long_row, x, n, out);
    return;
  }
  vec::parallel_columns(rows, 1, [&](size_t outer, size_t column, size_t columns) {
    const vec::Array from = x + outer * n * inner + column, to = out + outer * inner + column;
    if (inner == 1) {
      set(vec::sum_row_pointer()(), from, n, to);
    } else {
      variances_of_columns(from, n, inner, columns, divisor, to);
    }
  });
}

template <const char* kOp>
void var(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    double correction,
    bool keepdim,
    Tensor& out) {
  const auto dims = wrap_dims(dim, self.dim());
  if constexpr (selected_dtypes<kOp>().has(Compute::kFloat)) {
    vec::RowShape rows;
    if (accepts<kOp>(self) && rows.read_reduction(self, dims, keepdim, out)) {
      return run_rows(rows, vec::array_of(self), correction, vec::array_of(out));
    }
  }
  variances<kOp>(ctx, self, dims, correction, keepdim, out, nullptr);
}

}  // namespace

Tensor& opt_var_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool unbiased,
    bool keepdim,
    Tensor& out) {
  var<kVar>(ctx, self, dim, unbiased ? 1 : 0, keepdim, out);
  return out;
}

Tensor& opt_var_correction_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out) {
  var<kVarCorrection>(ctx, self, dim, correction ? etk::to<double>(*correction) : 1, keepdim, out);
  return out;
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
