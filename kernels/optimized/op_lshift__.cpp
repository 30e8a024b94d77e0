// __lshift__(self, other) = self · 2^other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lshift__.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/elementwise/shift-inl.h"

#ifndef ETK_LSHIFT_NAMES
#define ETK_LSHIFT_NAMES
static constexpr char kLshift[] = "__lshift__.Tensor_out";
static constexpr char kLshiftScalar[] = "__lshift__.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void lshift_integers(const Input* in, Output out, size_t n) {
  map_integers<kLshift, kLshiftScalar, LeftShift, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace etk::vec {
ETK_VEC_EXPORT_INTEGERS(lshift_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_lshift_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kLshift, Promote::kShift>(
      ctx, out, vec::lshift_integers_pointer(), ShiftLeft(), self, other);
}

Tensor& opt_lshift_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kLshiftScalar, Promote::kShift>(
      ctx, out, vec::lshift_integers_pointer(), ShiftLeft(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
