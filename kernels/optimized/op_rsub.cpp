// rsub(self, other, alpha) = other - alpha · self = other + (-alpha) · self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rsub.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ReverseSum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V factor) const {
    return hn::MulAdd(factor, a, b);
  }
};

void rsub_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("rsub.Scalar_out", "rsub.Tensor_out"), ReverseSum, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(rsub_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("rsub.Scalar_out", rsub_numbers);
ETK_FASTER_MAP("rsub.Tensor_out", rsub_numbers);

#include "portable/op_rsub.cpp"

#endif  // HWY_ONCE
