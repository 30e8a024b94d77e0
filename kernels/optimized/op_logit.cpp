// logit(x) = log(x / (1 - x)); with eps, of x between eps and 1 - eps

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logit.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Logit {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V low, V high) const {
    const V lowered = hn::IfThenElse(hn::Gt(x, high), high, x);
    const V inside = hn::IfThenElse(hn::Lt(x, low), low, lowered);
    return log(d, hn::Div(inside, hn::Sub(hn::Set(d, 1.0f), inside)));
  }
};

void logit_floats(const Input* in, Output out, size_t n) {
  map_floats<Logit, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(logit_floats, 4);
}  // namespace etk::vec

ETK_FASTER_MAP("logit.out", logit_floats);

#include "portable/op_logit.cpp"

#endif  // HWY_ONCE
