// __rshift__(self, other) = self / 2^other, rounded down

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rshift__.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

#ifndef ETK_RSHIFT_NAMES
#define ETK_RSHIFT_NAMES
static constexpr char kRshift[] = "__rshift__.Tensor_out";
static constexpr char kRshiftScalar[] = "__rshift__.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void rshift_integers(const Input* in, Output out, size_t n) {
  map_integers<kRshift, kRshiftScalar, RightShift, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(rshift_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_rshift_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kRshift, Promote::kShift>(
      ctx, out, vec::rshift_integers_pointer(), ShiftRight(), self, other);
}

Tensor& opt_rshift_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kRshiftScalar, Promote::kShift>(
      ctx, out, vec::rshift_integers_pointer(), ShiftRight(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
