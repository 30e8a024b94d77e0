// sub(self, other, alpha) = self - alpha · other = self + (-alpha) · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sub.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_SUB_NAMES
#define ETK_SUB_NAMES
static constexpr char kSub[] = "sub.out";
static constexpr char kSubScalar[] = "sub.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ScaledDifference {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V factor) const {
    return hn::MulAdd(factor, b, a);
  }
};

void sub_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kSub, kSubScalar, ScaledDifference, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(sub_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto scaled_difference =
    of_complex(wrapping([](auto a, auto b, auto factor) { return a + factor * b; }));

Tensor& opt_sub_out(Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(ctx, is_valid_alpha(factor, self, other) && !is_bool(self) && !is_bool(other), out);
  return vec::map<kSub, Promote::kSame>(
      ctx, out, vec::sub_numbers_pointer(), scaled_difference, self, other, unpromoted(factor));
}

Tensor& opt_sub_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, self, other) && !is_bool(self) &&
          !is_bool(other),
      out);
  return vec::map<kSubScalar, Promote::kSame>(
      ctx, out, vec::sub_numbers_pointer(), scaled_difference, self, other, unpromoted(factor));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
