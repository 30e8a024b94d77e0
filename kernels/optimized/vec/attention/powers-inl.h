// The softmax of scores that come block by block.

#if defined(ETK_VEC_POWERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_POWERS_INL_H_
#undef ETK_VEC_POWERS_INL_H_
#else
#define ETK_VEC_POWERS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/rows-inl.h"
#include "vec/math/exponential-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Replaces the scores of a row by exponentials of the scores minus the maximum so far. Returns the factor for
// earlier sums; the caller applies it to the total as well.
HWY_INLINE float to_powers(float* scores, size_t n, float& top, float& total) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const float largest = extreme_of(scores, n, Larger());
  const float before = top;
  top = largest > before || std::isnan(largest) ? largest : before;
  if (top == -HUGE_VALF) {  // all keys so far are masked
    std::fill_n(scores, n, 0.0f);
    return 1;
  }
  const float factor = before == -HUGE_VALF ? 0 : before == top ? 1 : std::exp(before - top);
  const auto shift = hn::Set(d, top);
  auto sum = hn::Zero(d);
  for (size_t j = 0; j < n; j += lanes) {
    const size_t left = HWY_MIN(lanes, n - j);
    const auto power = exp(d, hn::Sub(load_part(d, scores + j, left), shift));
    sum = hn::Add(sum, left == lanes ? power : hn::IfThenElseZero(hn::FirstN(d, left), power));
    store_part(power, d, scores + j, left);
  }
  total = total * factor + hn::ReduceSum(d, sum);
  return factor;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
