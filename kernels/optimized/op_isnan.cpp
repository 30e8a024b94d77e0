// isnan(x) = whether x is NaN

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_isnan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsNotANumber {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    return hn::IsNaN(x);
  }
};

void isnan_floats(const Input* in, Output out, size_t n) {
  test_floats<IsNotANumber>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(isnan_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("isnan.out", isnan_floats);

#include "portable/op_isnan.cpp"

#endif  // HWY_ONCE
