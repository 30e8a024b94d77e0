#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/rows_floats.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/reduce/columns-inl.h"
#include "vec/reduce/rows.h"  // IWYU pragma: associated

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

struct Sum {
  // Groups of eight rows are added pairwise.
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

// The extreme; NaN if any element is NaN.
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

// to[j] += from[j]; with `first`, to[j] = from[j].
HWY_INLINE void add_sums(const float* from, size_t columns, bool first, float* to) {
  const hn::ScalableTag<float> d;
  for (size_t j = 0; j < columns; j += hn::Lanes(d)) {
    const auto sum = hn::Load(d, from + j);
    hn::Store(first ? sum : hn::Add(hn::Load(d, to + j), sum), d, to + j);
  }
}

// Sums of 512 rows are accumulated, at most 64 at a time, and then the results of that, so that the error
// does not grow with n.
template <class T>
HWY_INLINE void add_columns(const T* x, size_t n, size_t stride, size_t columns, double scale, Array out) {
  constexpr size_t kPart = 512, kBlock = 64 * kPart;
  const hn::ScalableTag<float> d;
  const size_t at_once = rows_at_once(columns);
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
  store_columns(sums, columns, scale, out);
}

// Adds few rows of floats; the sums stay in registers.
HWY_INLINE void add_few_rows(
    const float* x, size_t n, size_t stride, size_t columns, double scale, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, static_cast<float>(scale));
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    auto sum = load(d, x + j, left);
    for (size_t i = 1; i < n; ++i) {
      sum = hn::Add(sum, load(d, x + i * stride + j, left));
    }
    store(hn::Mul(sum, factor), d, out + j, left);
  }
}

// Each of the following functions reduces `outer` consecutive blocks of n rows to consecutive outs, because
// blocks can have few columns.
void sum_columns(Array from, size_t outer, size_t n, size_t stride, size_t columns, double scale, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    for (size_t i = 0; i < outer; ++i) {
      const auto* const block = x + i * n * stride;
      if constexpr (std::is_same_v<decltype(block), const float* const>) {
        if (n <= 8 && !out.is_narrow()) {
          add_few_rows(block, n, stride, columns, scale, out.floats() + i * columns);
          continue;
        }
      }
      add_columns(block, n, stride, columns, scale, out + i * columns);
    }
  });
}

void max_columns(Array from, size_t outer, size_t n, size_t stride, size_t columns, double, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    for (size_t i = 0; i < outer; ++i) {
      reduce_columns_of<Chosen<Larger>>(x + i * n * stride, n, stride, columns, out + i * columns);
    }
  });
}

void min_columns(Array from, size_t outer, size_t n, size_t stride, size_t columns, double, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    for (size_t i = 0; i < outer; ++i) {
      reduce_columns_of<Chosen<Smaller>>(x + i * n * stride, n, stride, columns, out + i * columns);
    }
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

double reduce_row(Reduction reduction, Array x, size_t n) {
  return reduction == Reduction::kSum   ? HWY_DYNAMIC_DISPATCH(sum_array)(x, n)
         : reduction == Reduction::kMax ? HWY_DYNAMIC_DISPATCH(max_array)(x, n)
                                        : HWY_DYNAMIC_DISPATCH(min_array)(x, n);
}

void reduce_rows(
    Reduction reduction,
    Array from,
    size_t n,
    size_t stride,
    size_t columns,
    double scale,
    Array out,
    size_t blocks) {
  const auto reduce_columns = reduction == Reduction::kSum   ? HWY_DYNAMIC_POINTER(sum_columns)
                              : reduction == Reduction::kMax ? HWY_DYNAMIC_POINTER(max_columns)
                                                             : HWY_DYNAMIC_POINTER(min_columns);
  reduce_columns(from, blocks, n, stride, columns, scale, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
