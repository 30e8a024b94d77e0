// leaky_relu(x) = x where x > 0, else negative_slope · x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_leaky_relu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LeakyRelu {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V slope) const {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Mul(x, slope));
  }
};

void leaky_relu_floats(const Input* in, Output out, size_t n) {
  map_floats<LeakyRelu, 1, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(leaky_relu_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("leaky_relu.out", leaky_relu_floats);

#include "portable/op_leaky_relu.cpp"

#endif  // HWY_ONCE
