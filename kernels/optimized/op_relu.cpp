// relu(x) = x where x > 0, else 0; NaN stays NaN

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_relu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Relu {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::IfThenElseZero(hn::Not(hn::Lt(x, hn::Zero(d))), x);
  }
};

void relu_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("relu.out"), Relu, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(relu_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("relu.out", relu_numbers);

#include "portable/op_relu.cpp"

#endif  // HWY_ONCE
