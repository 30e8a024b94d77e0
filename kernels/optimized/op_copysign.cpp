// copysign(self, other) = |self| with the sign of other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_copysign.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct WithSign {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::CopySign(a, b);
  }
};

void copysign_floats(const Input* in, Output out, size_t n) {
  map_floats<WithSign, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(copysign_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("copysign.out", copysign_floats);
ETK_FASTER_MAP("copysign.Scalar_out", copysign_floats);

#include "portable/op_copysign.cpp"

#endif  // HWY_ONCE
