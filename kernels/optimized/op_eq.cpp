// eq(self, other) = whether self = other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_eq.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Equal {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Eq(a, b);
  }
};

void eq_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("eq.Tensor_out", "eq.Scalar_out"), Equal>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(eq_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("eq.Tensor_out", eq_numbers);
ETK_FASTER_MAP("eq.Scalar_out", eq_numbers);

#include "portable/op_eq.cpp"

#endif  // HWY_ONCE
