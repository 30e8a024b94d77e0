// sign(x) = -1, 0 or 1; of NaN it is 0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sign.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Sign {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    const V zero = hn::Zero(d), one = hn::Set(d, 1);
    const V above = hn::IfThenElseZero(hn::Gt(x, zero), one);
    if constexpr (hwy::IsSigned<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Lt(x, zero), hn::Set(d, -1), above);
    } else {
      return above;
    }
  }
};

void sign_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("sign.out"), Sign, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(sign_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("sign.out", sign_numbers);

#include "portable/op_sign.cpp"

#endif  // HWY_ONCE
