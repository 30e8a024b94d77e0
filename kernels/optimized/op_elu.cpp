// elu(x) = scale · x where x ≥ 0, else scale · alpha · (e^(input_scale · x) - 1)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_elu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Elu {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V positive, V negative, V power) const {
    const V below = hn::Mul(expm1(d, hn::Mul(x, power)), negative);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, hn::Mul(x, positive));
  }
};

void elu_floats(const Input* in, Output out, size_t n) {
  map_floats<Elu, 1, 3>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(elu_floats, 3);
}  // namespace etk::vec

ETK_FASTER_MAP("elu.out", elu_floats);

#include "portable/op_elu.cpp"

#endif  // HWY_ONCE
