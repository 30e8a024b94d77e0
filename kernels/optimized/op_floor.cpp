// floor(x): the greatest integer that is not above x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_floor.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Floor {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Floor(x);
  }
};

void floor_floats(const Input* in, Output out, size_t n) {
  map_floats<Floor, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(floor_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("floor.out", floor_floats);

#include "portable/op_floor.cpp"

#endif  // HWY_ONCE
