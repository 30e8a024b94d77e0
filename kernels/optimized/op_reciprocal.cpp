// reciprocal(x) = 1 / x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_reciprocal.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Reciprocal {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Div(hn::Set(d, 1.0f), x);
  }
};

void reciprocal_floats(const Input* in, Output out, size_t n) {
  map_floats<Reciprocal, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(reciprocal_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("reciprocal.out", reciprocal_floats);

#include "portable/op_reciprocal.cpp"

#endif  // HWY_ONCE
