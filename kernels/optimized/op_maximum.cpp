// maximum(self, other): the larger of both; NaN if there is one

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_maximum.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Maximum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Or(hn::Gt(a, b), hn::IsNaN(a)), a, b);
    } else {
      return hn::Max(a, b);
    }
  }
};

void maximum_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("maximum.out"), Maximum, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(maximum_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("maximum.out", maximum_numbers);

#include "portable/op_maximum.cpp"

#endif  // HWY_ONCE
