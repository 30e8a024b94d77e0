// sqrt(x) = √x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sqrt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Root {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Sqrt(x);
  }
};

void sqrt_floats(const Input* in, Output out, size_t n) {
  map_floats<Root, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sqrt_floats, 2);
}  // namespace etk::vec

ETK_FASTER_MAP("sqrt.out", sqrt_floats);

#include "portable/op_sqrt.cpp"

#endif  // HWY_ONCE
