// trunc(x): x without its fraction

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_trunc.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Truncated {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Trunc(x);
  }
};

void trunc_floats(const Input* in, Output out, size_t n) {
  map_floats<Truncated, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(trunc_floats);
}  // namespace etk::vec

ETK_FASTER_MAP("trunc.out", trunc_floats);

#include "portable/op_trunc.cpp"

#endif  // HWY_ONCE
