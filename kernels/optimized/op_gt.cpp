// gt(self, other) = whether self > other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_gt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Greater {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Gt(a, b);
  }
};

void gt_numbers(const Input* in, Output out, size_t n) {
  test_numbers<selected_bits("gt.Tensor_out", "gt.Scalar_out"), Greater>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(gt_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("gt.Tensor_out", gt_numbers);
ETK_FASTER_MAP("gt.Scalar_out", gt_numbers);

#include "portable/op_gt.cpp"

#endif  // HWY_ONCE
