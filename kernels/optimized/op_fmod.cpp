// fmod(self, other) = what is left of self / other, rounded toward zero; it has the sign of self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmod.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

#ifndef ETK_FMOD_NAMES
#define ETK_FMOD_NAMES
static constexpr char kFmodScalar[] = "fmod.Scalar_out";
static constexpr char kFmodTensor[] = "fmod.Tensor_out";
#endif

ETK_VEC_MAP_NUMBERS(kFmodScalar, kFmodTensor, remainder, 2);

#if HWY_ONCE

#include "etk/elementwise/division.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS_AT_COST(remainder_numbers, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_fmod_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFmodScalar, Promote::kNumber>(
      ctx, out, vec::remainder_numbers_pointer(), TruncatedRemainder(), self, other);
}

Tensor& opt_fmod_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  return vec::map<kFmodTensor, Promote::kNumber>(
      ctx, out, vec::remainder_numbers_pointer(), TruncatedRemainder(), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
