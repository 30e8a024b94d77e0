// logical_xor(self, other) = whether one of them is zero and the other is not

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_xor.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct One {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    // In GCC 12, Xor and Or of SVE masks of bytes have only 16 lanes.
    const auto x = hn::Eq(a, zero), y = hn::Eq(b, zero);
    return hn::Not(hn::And(hn::Not(hn::AndNot(x, y)), hn::Not(hn::AndNot(y, x))));
  }
};

void logical_xor_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("logical_xor.out"), One>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_xor_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("logical_xor.out", logical_xor_numbers);

#include "portable/op_logical_xor.cpp"

#endif  // HWY_ONCE
