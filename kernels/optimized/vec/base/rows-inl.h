// Sums and extremes of arrays, for one SIMD target.

#if defined(ETK_VEC_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_ROWS_INL_H_
#undef ETK_VEC_ROWS_INL_H_
#else
#define ETK_VEC_ROWS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Loads the first n elements, at most as many as there are lanes. On some targets, masks are emulated by a
/// loop.
template <class D>
HWY_INLINE hn::Vec<D> load_part(D d, const hn::TFromD<D>* from, size_t n) {
  return n == hn::Lanes(d) ? hn::LoadU(d, from) : hn::LoadN(d, from, n);
}
template <class D>
HWY_INLINE void store_part(hn::Vec<D> v, D d, hn::TFromD<D>* to, size_t n) {
  n == hn::Lanes(d) ? hn::StoreU(v, d, to) : hn::StoreN(v, d, to, n);
}

/// Σ f(d, x). Each of four vectors accumulates at most 32 elements before they are added in double, so that
/// the error does not grow with n.
template <class T, class F>
HWY_INLINE double sum_of(const T* x, size_t n, const F& f) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d), block = 32 * 4 * lanes;
  double total = 0;
  size_t i = 0;
  while (i + 4 * lanes <= n) {
    const size_t end = i + HWY_MIN(block, (n - i) / (4 * lanes) * (4 * lanes));
    auto a = hn::Zero(d), b = hn::Zero(d), c = hn::Zero(d), e = hn::Zero(d);
    for (; i < end; i += 4 * lanes) {
      a = hn::Add(a, f(d, load(d, x + i)));
      b = hn::Add(b, f(d, load(d, x + i + lanes)));
      c = hn::Add(c, f(d, load(d, x + i + 2 * lanes)));
      e = hn::Add(e, f(d, load(d, x + i + 3 * lanes)));
    }
    total += static_cast<double>(hn::ReduceSum(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
  }
  auto rest = hn::Zero(d);
  for (; i + lanes <= n; i += lanes) {
    rest = hn::Add(rest, f(d, load(d, x + i)));
  }
  if (i < n) {
    const size_t left = n - i;
    rest = hn::Add(rest, hn::IfThenElseZero(hn::FirstN(d, left), f(d, load(d, x + i, left))));
  }
  return total + static_cast<double>(hn::ReduceSum(d, rest));
}

struct Itself {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return x;
  }
};

/// The maximum of two numbers that are not NaN. Callers check for NaN themselves: the result of Max for NaN
/// depends on the target, and a version that propagates NaN has to wait for two comparisons.
struct Larger {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Max(a, b);
  }
  template <class D>
  HWY_INLINE float of_all(D d, hn::Vec<D> v) const {
    return hn::ReduceMax(d, v);
  }
};

struct Smaller {
  template <class V>
  HWY_INLINE V operator()(V a, V b) const {
    return hn::Min(a, b);
  }
  template <class D>
  HWY_INLINE float of_all(D d, hn::Vec<D> v) const {
    return hn::ReduceMin(d, v);
  }
};

/// The maximum, or the minimum, of n > 0 elements; NaN if any of them is NaN.
template <class T, class Choose>
HWY_INLINE float extreme_of(const T* x, size_t n, const Choose& choose) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto first = hn::Set(d, hn::GetLane(load(d, x, 1)));
  auto a = first, b = first, c = first, e = first;
  auto nan = hn::IsNaN(first);
  const auto take = [&](auto& chosen, auto v) HWY_ATTR {
    chosen = choose(chosen, v);
    nan = hn::Or(nan, hn::IsNaN(v));
  };
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    take(a, load(d, x + i));
    take(b, load(d, x + i + lanes));
    take(c, load(d, x + i + 2 * lanes));
    take(e, load(d, x + i + 3 * lanes));
  }
  for (; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    take(a, hn::IfThenElse(hn::FirstN(d, left), load(d, x + i, left), first));
  }
  const auto chosen = choose(choose(a, b), choose(c, e));
  return hn::AllFalse(d, nan) ? choose.of_all(d, chosen) : hn::GetLane(hn::NaN(d));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
