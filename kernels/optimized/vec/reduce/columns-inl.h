// Reductions of columns that traverse the memory row by row, for one SIMD target.

#if defined(ETK_VEC_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_COLUMNS_INL_H_
#undef ETK_VEC_COLUMNS_INL_H_
#else
#define ETK_VEC_COLUMNS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array-inl.h"
#include "vec/reduce/rows.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The number of rows of a column vector that are read before the next vector of columns. Few rows at a time
/// make long runs of each row; if there are few columns, more rows are equally near in memory.
HWY_INLINE size_t rows_at_once(size_t columns) {
  return columns < 128 ? 64 : 8;
}

/// Reduces some rows into to[j]: with `first`, overwrites to[j], else combines with it.
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

/// A separate function, because outs can have another dtype than the reduced elements.
static HWY_NOINLINE void store_columns(const float* columns, size_t count, double scale, Array out) {
  with_elements(out, [&](auto* to) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    const auto factor = hn::Set(d, static_cast<float>(scale));
    for (size_t j = 0; j < count; j += lanes) {
      store(hn::Mul(hn::Load(d, columns + j), factor), d, to + j, HWY_MIN(lanes, count - j));
    }
  });
}

/// Sets `out` to the reduction of n rows of at most kWideColumns columns.
template <class Reduce, class T>
HWY_INLINE void reduce_columns_of(const T* x, size_t n, size_t stride, size_t columns, Array out) {
  const size_t at_once = rows_at_once(columns);
  HWY_ALIGN float results[kWideColumns];
  for (size_t i = 0; i < n; i += at_once) {
    put_rows<Reduce>(x + i * stride, HWY_MIN(n - i, at_once), stride, columns, i == 0, results);
  }
  store_columns(results, columns, 1, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
