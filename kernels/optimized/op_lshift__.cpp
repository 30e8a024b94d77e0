// __lshift__(self, other) = self · 2^other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lshift__.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void lshift_integers(const Input* in, Output out, size_t n) {
  map_integers<selected_bits("__lshift__.Tensor_out", "__lshift__.Scalar_out"), LeftShift, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(lshift_integers);
}  // namespace etk::vec

ETK_FASTER_MAP("__lshift__.Tensor_out", lshift_integers);
ETK_FASTER_MAP("__lshift__.Scalar_out", lshift_integers);

#include "portable/op_lshift__.cpp"

#endif  // HWY_ONCE
