// fmin(self, other): the smaller of both; where one is NaN, the other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmin.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct SmallerNumber {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::IfThenElse(hn::Or(hn::Le(a, b), hn::IsNaN(b)), a, b);
  }
};

void fmin_floats(const Input* in, Output out, size_t n) {
  map_floats<SmallerNumber, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(fmin_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("fmin.out", fmin_floats);

#include "portable/op_fmin.cpp"

#endif  // HWY_ONCE
