// div(self, other, rounding_mode) = self / other, rounded toward zero or down if a mode says so

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_div.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

ETK_VEC_MAP_NUMBERS(floored_quotient, 2, "div.out_mode", "div.Scalar_mode_out");
ETK_VEC_MAP_NUMBERS(truncated_quotient, 2, "div.out_mode", "div.Scalar_mode_out");

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct DividedBy {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Div(a, b);
  }
};

void div_floats(const Input* in, Output out, size_t n) {
  map_floats<DividedBy, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/division.h"

#include <optional>
#include <string_view>

namespace etk::vec {
ETK_VEC_EXPORT(div_floats);
ETK_VEC_EXPORT_NUMBERS_AT_COST(floored_quotient_numbers, 6);
ETK_VEC_EXPORT_NUMBERS(truncated_quotient_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiv[] = "div.out";
static constexpr char kDivScalar[] = "div.Scalar_out";
static constexpr char kDivMode[] = "div.out_mode";
static constexpr char kDivScalarMode[] = "div.Scalar_mode_out";

// The portable kernels share one function for all modes without templates, which saves 1 KB but cannot call
// vector functions. Therefore the operators are defined again here.
namespace {

struct Quotient {
  template <typename C>
  C operator()(C a, C b) const {
    return a / b;
  }
};

template <const char* kOp>
Tensor& divide(Context& ctx, const Tensor& self, const Operand& other, Tensor& out) {
  return vec::map<kOp, Promote::kFloat>(
      ctx, out, vec::div_floats_pointer(), of_complex(Quotient()), self, unrounded(other));
}

template <const char* kOp>
Tensor& divide_by_mode(
    Context& ctx,
    const Tensor& self,
    const Operand& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  if (!rounding_mode) {
    return divide<kOp>(ctx, self, other, out);
  }
  ETK_REQUIRE(ctx, is_divisible(self, other), out);
  if (*rounding_mode == "trunc") {
    return vec::map<kOp, Promote::kNumber>(
        ctx, out, vec::truncated_quotient_numbers_pointer(), TruncatedQuotient(), self, unrounded(other));
  }
  ETK_REQUIRE(ctx, *rounding_mode == "floor", out);
  return vec::map<kOp, Promote::kNumber>(
      ctx, out, vec::floored_quotient_numbers_pointer(), FlooredQuotient(), self, unrounded(other));
}

}  // namespace

Tensor& opt_div_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<kDiv>(ctx, self, other, out);
}

Tensor& opt_div_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<kDivScalar>(ctx, self, other, out);
}

Tensor& opt_div_out_mode(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  return divide_by_mode<kDivMode>(ctx, self, other, rounding_mode, out);
}

Tensor& opt_div_scalar_mode_out(
    Context& ctx,
    const Tensor& self,
    const Scalar& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  return divide_by_mode<kDivScalarMode>(ctx, self, other, rounding_mode, out);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
