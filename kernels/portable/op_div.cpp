// div(self, other, rounding_mode) = self / other, rounded toward zero or down if a mode says so
#include "etk/elementwise/division.h"

#include <optional>
#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiv[] = "div.out";
static constexpr char kDivScalar[] = "div.Scalar_out";
static constexpr char kDivMode[] = "div.out_mode";
static constexpr char kDivScalarMode[] = "div.Scalar_mode_out";

namespace {

struct Quotient {
  template <typename C>
  C operator()(C a, C b) const {
    return a / b;
  }
};

// The functions of an operator for each rounding mode.
struct Quotients {
  Instances<MapFunction> exact, truncated, floored;
};

template <const char* kOp>
constexpr Quotients quotients() {
  return {
      map_instances<kOp, Promote::kFloat, Quotient, 2>(),
      map_instances<kOp, Promote::kNumber, TruncatedQuotient, 2>(),
      map_instances<kOp, Promote::kNumber, FlooredQuotient, 2>()};
}

Tensor& divide(
    Context& ctx,
    const Quotients& quotients,
    const Tensor& self,
    const Operand& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  const bool truncates = rounding_mode == "trunc", floors = rounding_mode == "floor";
  ETK_REQUIRE(ctx, !rounding_mode || truncates || floors, out);
  ETK_REQUIRE(ctx, !rounding_mode || is_divisible(self, other), out);
  const auto& instances = truncates ? quotients.truncated : floors ? quotients.floored : quotients.exact;
  const Operand operands[] = {self, unrounded(other)};
  const Quotient nothing;  // the functors have no state
  run_map(ctx, instances, rounding_mode ? Promote::kNumber : Promote::kFloat, &nothing, operands, 2, out);
  return out;
}

}  // namespace

Tensor& div_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kDiv, Promote::kFloat>(ctx, out, of_complex(Quotient()), self, unrounded(other));
}

Tensor& div_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kDivScalar, Promote::kFloat>(ctx, out, of_complex(Quotient()), self, unrounded(other));
}

Tensor& div_out_mode(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  static constexpr Quotients functions = quotients<kDivMode>();
  return divide(ctx, functions, self, other, rounding_mode, out);
}

Tensor& div_scalar_mode_out(
    Context& ctx,
    const Tensor& self,
    const Scalar& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  static constexpr Quotients functions = quotients<kDivScalarMode>();
  return divide(ctx, functions, self, other, rounding_mode, out);
}

}  // namespace torch::executor::native
