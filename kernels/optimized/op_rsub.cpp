// rsub(self, other, alpha) = other - alpha · self = other + (-alpha) · self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rsub.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_RSUB_NAMES
#define ETK_RSUB_NAMES
static constexpr char kRsubScalar[] = "rsub.Scalar_out";
static constexpr char kRsubTensor[] = "rsub.Tensor_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ReverseSum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V factor) const {
    return hn::MulAdd(factor, a, b);
  }
};

void rsub_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kRsubScalar, kRsubTensor, ReverseSum, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(rsub_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto reverse_sum =
    of_complex(wrapping([](auto a, auto b, auto factor) { return b + factor * a; }));

Tensor& opt_rsub_scalar_out(
    Context& ctx, const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, other, self) && !is_bool(self) &&
          !is_bool(other),
      out);
  return vec::map<kRsubScalar, Promote::kNumber>(
      ctx, out, vec::rsub_numbers_pointer(), reverse_sum, self, other, unpromoted(factor));
}

Tensor& opt_rsub_tensor_out(
    Context& ctx, const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  const Scalar factor = negative_alpha(alpha);
  ETK_REQUIRE(
      ctx,
      is_valid_result(out, self, other) && is_valid_alpha(factor, other, self) && !is_bool(self) &&
          !is_bool(other),
      out);
  return vec::map<kRsubTensor, Promote::kNumber>(
      ctx, out, vec::rsub_numbers_pointer(), reverse_sum, self, other, unpromoted(factor));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
