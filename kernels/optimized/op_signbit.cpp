// signbit(x) = whether x is negative, -0 and negative NaN included

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_signbit.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsNegative {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      const hn::RebindToSigned<D> integers;
      return hn::Lt(hn::BitCast(integers, x), hn::Zero(integers));
    } else {
      return hn::Lt(x, hn::Zero(d));
    }
  }
};

void signbit_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("signbit.out"), IsNegative, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(signbit_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("signbit.out", signbit_numbers);

#include "portable/op_signbit.cpp"

#endif  // HWY_ONCE
