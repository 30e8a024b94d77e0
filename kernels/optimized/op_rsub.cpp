// rsub(self, other, alpha) = other - alpha · self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rsub.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

#ifndef ETK_RSUB_NAMES
#define ETK_RSUB_NAMES
static constexpr char kRsubScalar[] = "rsub.Scalar_out";
static constexpr char kRsubTensor[] = "rsub.Tensor_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ReverseDifference {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V alpha) const {
    return hn::NegMulAdd(alpha, a, b);
  }
};

void rsub_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kRsubScalar, kRsubTensor, ReverseDifference, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(rsub_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto reverse_difference =
    of_complex(wrapping([](auto a, auto b, auto alpha) { return b - alpha * a; }));

Tensor& opt_rsub_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, other, self) && !is_bool(self) && !is_bool(other), out);
  return vec::map<kRsubScalar, Promote::kNumber>(
      ctx, out, vec::rsub_numbers_pointer(), reverse_difference, self, other, unpromoted(alpha));
}

Tensor& opt_rsub_tensor_out(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_alpha(alpha, other, self) && !is_bool(self) && !is_bool(other), out);
  return vec::map<kRsubTensor, Promote::kNumber>(
      ctx, out, vec::rsub_numbers_pointer(), reverse_difference, self, other, unpromoted(alpha));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
