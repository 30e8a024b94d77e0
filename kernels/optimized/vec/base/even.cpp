#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/base/even.cpp"
#include "vec/base/each_target.h"

#include "vec/base/even.h"
#include "vec/base/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void copy_evens(const float* from, size_t count, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  // The second floats of the last pairs may be after the array, so that they are not loaded as vectors.
  for (; count > lanes; count -= lanes, from += 2 * lanes, to += lanes) {
    hn::StoreU(hn::ConcatEven(d, hn::LoadU(d, from + lanes), hn::LoadU(d, from)), d, to);
  }
  for (size_t i = 0; i < count; ++i) {
    to[i] = from[2 * i];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(copy_evens);

void copy_even(const float* from, size_t count, float* to) {
  HWY_DYNAMIC_DISPATCH(copy_evens)(from, count, to);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
