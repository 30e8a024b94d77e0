// ne(self, other) = whether self ≠ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ne.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct NotEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Not(hn::Eq(a, b));  // NaN is not equal to anything
  }
};

void ne_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("ne.Tensor_out", "ne.Scalar_out"), NotEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(ne_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("ne.Tensor_out", ne_numbers);
ETK_FASTER_MAP("ne.Scalar_out", ne_numbers);

#include "portable/op_ne.cpp"

#endif  // HWY_ONCE
