// glu(self, dim) = a / (1 + e^(-b)), a and b being the halves of self along dim

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_glu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Gated {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V gate) const {
    return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp(d, hn::Neg(gate))));
  }
};

void glu_floats(const Input* in, Output out, size_t n) {
  map_floats<Gated, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(glu_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("glu.out", glu_floats);

#include "portable/op_glu.cpp"

#endif  // HWY_ONCE
