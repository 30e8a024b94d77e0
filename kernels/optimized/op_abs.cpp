// abs(x) = |x|, of a complex number √(re² + im²)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_abs.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Magnitude {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsSigned<hn::TFromD<D>>()) {
      return hn::Abs(x);
    } else {
      return x;
    }
  }
};

void abs_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("abs.out"), Magnitude, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(abs_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("abs.out", abs_numbers);

#include "portable/op_abs.cpp"

#endif  // HWY_ONCE
