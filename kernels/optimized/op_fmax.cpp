// fmax(self, other): the larger of both; where one is NaN, the other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmax.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LargerNumber {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::IfThenElse(hn::Or(hn::Ge(a, b), hn::IsNaN(b)), a, b);
  }
};

void fmax_floats(const Input* in, Output out, size_t n) {
  map_floats<LargerNumber, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(fmax_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("fmax.out", fmax_floats);

#include "portable/op_fmax.cpp"

#endif  // HWY_ONCE
