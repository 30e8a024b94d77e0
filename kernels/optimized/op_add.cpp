// add(self, other, alpha) = self + alpha · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_add.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_ADD_NAMES
#define ETK_ADD_NAMES
static constexpr char kAdd[] = "add.out";
static constexpr char kAddScalar[] = "add.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ScaledSum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V alpha) const {
    return hn::MulAdd(alpha, b, a);
  }
};

void add_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kAdd, kAddScalar, ScaledSum, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(add_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto scaled_sum = of_complex(wrapping([](auto a, auto b, auto alpha) { return a + alpha * b; }));

Tensor& opt_add_out(Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, self, other), out);
  return vec::map<kAdd, Promote::kSame>(
      ctx, out, vec::add_numbers_pointer(), scaled_sum, self, other, unpromoted(alpha));
}

Tensor& opt_add_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_result(out, self, other) && is_valid_alpha(alpha, self, other), out);
  return vec::map<kAddScalar, Promote::kSame>(
      ctx, out, vec::add_numbers_pointer(), scaled_sum, self, other, unpromoted(alpha));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
