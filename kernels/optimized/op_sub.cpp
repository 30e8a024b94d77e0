// sub(self, other, alpha) = self - alpha · other = self + (-alpha) · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sub.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ScaledDifference {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V factor) const {
    return hn::MulAdd(factor, b, a);
  }
};

void sub_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("sub.out", "sub.Scalar_out"), ScaledDifference, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(sub_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("sub.out", sub_numbers);
ETK_FASTER_MAP("sub.Scalar_out", sub_numbers);

#include "portable/op_sub.cpp"

#endif  // HWY_ONCE
