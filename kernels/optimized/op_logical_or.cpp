// logical_or(self, other) = whether one is not zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_or.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Either {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    return hn::Not(hn::And(hn::Eq(a, zero), hn::Eq(b, zero)));  // NaN is nonzero
  }
};

void logical_or_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("logical_or.out"), Either>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_or_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("logical_or.out", logical_or_numbers);

#include "portable/op_logical_or.cpp"

#endif  // HWY_ONCE
