// isinf(x) = whether x is infinite; x - x is NaN then, and x is not

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_isinf.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsInfinite {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    return hn::IsInf(x);
  }
};

void isinf_floats(const Input* in, Output out, size_t n) {
  test_floats<IsInfinite>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(isinf_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("isinf.out", isinf_floats);

#include "portable/op_isinf.cpp"

#endif  // HWY_ONCE
