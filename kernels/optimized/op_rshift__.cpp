// __rshift__(self, other) = self / 2^other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rshift__.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void rshift_integers(const Input* in, Output out, size_t n) {
  map_integers<selected_bits("__rshift__.Tensor_out", "__rshift__.Scalar_out"), RightShift, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(rshift_integers);
}  // namespace etk::vec

ETK_FASTER_MAP("__rshift__.Tensor_out", rshift_integers);
ETK_FASTER_MAP("__rshift__.Scalar_out", rshift_integers);

#include "portable/op_rshift__.cpp"

#endif  // HWY_ONCE
