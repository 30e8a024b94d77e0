// lt(self, other) = whether self < other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Less {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Lt(a, b);
  }
};

void lt_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("lt.Tensor_out", "lt.Scalar_out"), Less>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(lt_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("lt.Tensor_out", lt_numbers);
ETK_FASTER_MAP("lt.Scalar_out", lt_numbers);

#include "portable/op_lt.cpp"

#endif  // HWY_ONCE
