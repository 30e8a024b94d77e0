// le(self, other) = whether self ≤ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_le.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LessOrEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Le(a, b);
  }
};

void le_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("le.Tensor_out", "le.Scalar_out"), LessOrEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(le_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("le.Tensor_out", le_numbers);
ETK_FASTER_MAP("le.Scalar_out", le_numbers);

#include "portable/op_le.cpp"

#endif  // HWY_ONCE
