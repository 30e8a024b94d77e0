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

template <const char* kOp>
Tensor& divide(Context& ctx, const Tensor& self, const Operand& other, Tensor& out) {
  return map<kOp, Promote::kFloat>(ctx, out, of_complex(Quotient()), self, unrounded(other));
}

bool is_valid_division(Context& ctx, const Tensor& self, const Operand& other, std::string_view mode) {
  ETK_REQUIRE(ctx, mode == "trunc" || mode == "floor", false);
  ETK_REQUIRE(ctx, is_divisible(self, other), false);
  return true;
}

// The functions of an operator for each rounding mode.
struct RoundedQuotients {
  Instances<MapFunction> truncated, floored;
};

// `map` of both modes and both operators, without templates, which saves 0.6 KB. Faster kernels have another.
[[maybe_unused]] Tensor& map_rounded(
    Context& ctx,
    const RoundedQuotients& functions,
    const Tensor& self,
    const Operand& other,
    std::string_view mode,
    Tensor& out) {
  if (is_valid_division(ctx, self, other, mode)) {
    const auto& instances = mode == "trunc" ? functions.truncated : functions.floored;
    const Operand operands[] = {self, unrounded(other)};
    const Quotient nothing;  // the functors have no state
    run_map(ctx, instances, Promote::kNumber, &nothing, operands, 2, out);
  }
  return out;
}

template <const char* kOp>
Tensor& divide_by_mode(
    Context& ctx,
    const Tensor& self,
    const Operand& other,
    std::optional<std::string_view> mode,
    Tensor& out) {
  if (!mode) {
    return divide<kOp>(ctx, self, other, out);
  }
  if constexpr (kHasFasterMap<kOp>) {
    if (!is_valid_division(ctx, self, other, *mode)) {
      return out;
    }
    return *mode == "trunc"
               ? map<kOp, Promote::kNumber>(ctx, out, TruncatedQuotient(), self, unrounded(other))
               : map<kOp, Promote::kNumber>(ctx, out, FlooredQuotient(), self, unrounded(other));
  } else {
    static constexpr RoundedQuotients functions = {
        map_instances<kOp, Promote::kNumber, TruncatedQuotient, 2>(),
        map_instances<kOp, Promote::kNumber, FlooredQuotient, 2>()};
    return map_rounded(ctx, functions, self, other, *mode, out);
  }
}

}  // namespace

Tensor& ETK_KERNEL(div_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<kDiv>(ctx, self, other, out);
}

Tensor& ETK_KERNEL(div_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<kDivScalar>(ctx, self, other, out);
}

Tensor& ETK_KERNEL(div_out_mode)(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  return divide_by_mode<kDivMode>(ctx, self, other, rounding_mode, out);
}

Tensor& ETK_KERNEL(div_scalar_mode_out)(
    Context& ctx,
    const Tensor& self,
    const Scalar& other,
    std::optional<std::string_view> rounding_mode,
    Tensor& out) {
  return divide_by_mode<kDivScalarMode>(ctx, self, other, rounding_mode, out);
}

}  // namespace torch::executor::native
