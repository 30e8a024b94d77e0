#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/extent.cpp"
#include "vec/base/each_target.h"

#include "vec/quantize/extent.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void widen_extent_of_target(const float* x, size_t n, float* low, float* high) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  auto lows = hn::Set(d, *low), highs = hn::Set(d, *high), nans = hn::Zero(d);
  const auto widen = [&](auto values) HWY_ATTR {
    lows = hn::Min(lows, values);
    highs = hn::Max(highs, values);
    nans = hn::IfThenElse(hn::Eq(values, values), nans, values);
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    widen(hn::LoadU(d, x + i));
  }
  if (i < n) {
    widen(hn::LoadN(d, x + i, n - i));  // the other lanes are 0, which is in each extent
  }
  const float nan = hn::ReduceSum(d, nans);
  const bool has_nan = nan != nan || *low != *low;
  *low = has_nan ? nan + *low : hn::ReduceMin(d, lows);
  *high = has_nan ? nan + *high : hn::ReduceMax(d, highs);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(widen_extent_of_target);

void widen_extent(const float* x, size_t n, Extent<float>& extent) {
  HWY_DYNAMIC_DISPATCH(widen_extent_of_target)(x, n, &extent.low, &extent.high);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
