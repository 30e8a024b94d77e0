// ceil(x): the least integer that is not below x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ceil.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Ceiling {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Ceil(x);
  }
};

void ceil_floats(const Input* in, Output out, size_t n) {
  map_floats<Ceiling, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(ceil_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("ceil.out", ceil_floats);

#include "portable/op_ceil.cpp"

#endif  // HWY_ONCE
