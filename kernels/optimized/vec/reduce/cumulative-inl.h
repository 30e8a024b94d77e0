// Cumulative sums and products (scans) along a dimension, for one SIMD target. Totals are in double until
// they are written.

#if defined(ETK_VEC_CUMULATIVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_CUMULATIVE_INL_H_
#undef ETK_VEC_CUMULATIVE_INL_H_
#else
#define ETK_VEC_CUMULATIVE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array-inl.h"
#include "vec/reduce/rows.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Scans adjacent lines, of n elements that are `step` apart, one row at a time. Join has the initial total,
/// and combines a total with an element, for vectors and for single numbers.
template <class Join, class T>
HWY_INLINE void accumulate_rows(const T* x, size_t columns, size_t n, size_t step, T* out) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN double totals[kColumns + HWY_MAX_BYTES / sizeof(double)];
  for (size_t j = 0; j < columns; j += lanes) {
    hn::Store(hn::Set(d, Join::kStart), d, totals + j);
  }
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    const auto add = [&](size_t j, auto values) HWY_ATTR {
      const auto total = Join::of(hn::Load(d, totals + j), hn::PromoteTo(d, values));
      hn::Store(total, d, totals + j);
      return hn::DemoteTo(floats, total);
    };
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      store(add(j, load(floats, x + j)), floats, out + j);
    }
    if (j < columns) {
      store(add(j, load(floats, x + j, columns - j)), floats, out + j, columns - j);
    }
  }
#else
  const hn::CappedTag<float, 1> one;
  double totals[kColumns];
  for (size_t j = 0; j < columns; ++j) {
    totals[j] = Join::kStart;
  }
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    for (size_t j = 0; j < columns; ++j) {
      totals[j] = Join::of(totals[j], static_cast<double>(hn::GetLane(load(one, x + j, 1))));
      store(hn::Set(one, static_cast<float>(totals[j])), one, out + j, 1);
    }
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
