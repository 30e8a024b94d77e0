// fmod(self, other) = what is left of self / other, rounded toward zero; it has the sign of self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmod.cpp"
#include "vec/each_target.h"

#include "vec/division-inl.h"
#include "vec/map-inl.h"

ETK_VEC_MAP(remainder, 2);

#if HWY_ONCE

#include "etk/division.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(remainder_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kFmodScalar[] = "fmod.Scalar_out";
static constexpr char kFmodTensor[] = "fmod.Tensor_out";

Tensor& opt_fmod_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFmodScalar, Promote::kNumber>(
      ctx, out, vec::remainder_floats_pointer(), TruncatedRemainder(), self, other);
}

Tensor& opt_fmod_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFmodTensor, Promote::kNumber>(
      ctx, out, vec::remainder_floats_pointer(), TruncatedRemainder(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
