// logical_and(self, other) = whether neither is zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_and.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Both {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    // NaN is nonzero. In GCC 12, Or and Xor of SVE masks of bytes have only 16 lanes.
    return hn::AndNot(hn::Eq(a, zero), hn::Not(hn::Eq(b, zero)));
  }
};

void logical_and_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("logical_and.out"), Both>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_and_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("logical_and.out", logical_and_numbers);

#include "portable/op_logical_and.cpp"

#endif  // HWY_ONCE
