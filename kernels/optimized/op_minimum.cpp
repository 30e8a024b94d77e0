// minimum(self, other): the smaller of both; NaN if there is one

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_minimum.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Minimum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Or(hn::Lt(a, b), hn::IsNaN(a)), a, b);
    } else {
      return hn::Min(a, b);
    }
  }
};

void minimum_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("minimum.out"), Minimum, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(minimum_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("minimum.out", minimum_numbers);

#include "portable/op_minimum.cpp"

#endif  // HWY_ONCE
