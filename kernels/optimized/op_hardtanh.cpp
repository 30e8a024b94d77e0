// hardtanh(x) = x, but at least min_val and at most max_val; NaN if one of them is

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_hardtanh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Clamped {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V low, V high) const {
    // Comparisons with NaN are false: both a limit and x may be NaN.
    const V raised = hn::IfThenElse(hn::Or(hn::Lt(x, low), hn::IsNaN(low)), low, x);
    return hn::IfThenElse(hn::Or(hn::Gt(raised, high), hn::IsNaN(high)), high, raised);
  }
};

void hardtanh_floats(const Input* in, Output out, size_t n) {
  map_floats<Clamped, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(hardtanh_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("hardtanh.out", hardtanh_floats);

#include "portable/op_hardtanh.cpp"

#endif  // HWY_ONCE
