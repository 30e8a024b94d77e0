// What columns are reduced to, a row of them after the other, for one SIMD target.

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

/// How many rows of columns are read before the next ones. A vector of them after the other makes long runs
/// of each row; where there are few, more rows are as near to each other.
HWY_INLINE size_t rows_at_once(size_t columns) {
  return columns < 128 ? 64 : 8;
}

/// Has Reduce put some rows into to[j], or with `first` set it to what they are reduced to.
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

/// A function by itself, as outs can be of other dtypes than what their columns are reduced from.
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

/// Sets `out` to what Reduce makes of n rows of at most kWideColumns columns.
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
