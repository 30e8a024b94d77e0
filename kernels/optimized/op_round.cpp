// round(x): the nearest integer, the even one of two

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_round.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Rounded {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Round(x);
  }
};

void round_floats(const Input* in, Output out, size_t n) {
  map_floats<Rounded, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(round_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("round.out", round_floats);

#include "portable/op_round.cpp"

#endif  // HWY_ONCE
