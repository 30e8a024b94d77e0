// neg(x) = -x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_neg.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Negative {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::Neg(x);
    } else {
      return hn::Sub(hn::Zero(d), x);
    }
  }
};

void neg_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("neg.out"), Negative, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(neg_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("neg.out", neg_numbers);

#include "portable/op_neg.cpp"

#endif  // HWY_ONCE
