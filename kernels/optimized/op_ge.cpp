// ge(self, other) = whether self ≥ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ge.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct GreaterOrEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Ge(a, b);
  }
};

void ge_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("ge.Tensor_out", "ge.Scalar_out"), GreaterOrEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(ge_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("ge.Tensor_out", ge_numbers);
ETK_FASTER_MAP("ge.Scalar_out", ge_numbers);

#include "portable/op_ge.cpp"

#endif  // HWY_ONCE
