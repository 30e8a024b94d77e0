// clamp(self, min, max) = self, but at least min and at most max; NaN if one of them is
//
// If min > max, the result is max, like in PyTorch.
#include "etk/base/number_checks.h"
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kClamp[] = "clamp.out";
static constexpr char kClampTensor[] = "clamp.Tensor_out";

namespace {

// A limit of clamp; a missing limit is any operand that does not promote.
template <typename Limit>
Operand clamp_limit(const std::optional<Limit>& limit, const Scalar& none) {
  return limit ? Operand(*limit) : unpromoted(none);
}

}  // namespace

Tensor& ETK_KERNEL(clamp_out)(
    Context& ctx,
    const Tensor& self,
    const std::optional<Scalar>& min,
    const std::optional<Scalar>& max,
    Tensor& out) {
  ETK_REQUIRE(ctx, min || max, out);
  const Scalar none(0);
  const Operand low = clamp_limit(min, none), high = clamp_limit(max, none);
  const ScalarType dtype = promoted(self, low, high);
  ETK_REQUIRE(ctx, can_hold(dtype, *low.number) && can_hold(dtype, *high.number), out);
  const ClampLimits f{min.has_value(), max.has_value()};
  return map<kClamp, Promote::kNumber>(ctx, out, f, self, low, high);
}

Tensor& ETK_KERNEL(clamp_tensor_out)(
    Context& ctx,
    const Tensor& self,
    const std::optional<Tensor>& min,
    const std::optional<Tensor>& max,
    Tensor& out) {
  ETK_REQUIRE(ctx, min || max, out);
  const Scalar none(0);
  const Operand low = clamp_limit(min, none), high = clamp_limit(max, none);
  // A single limit can be a bool.
  ETK_REQUIRE(ctx, !min || !max || promoted(self, low, high) != ScalarType::Bool, out);
  const ClampLimits f{min.has_value(), max.has_value()};
  return map<kClampTensor, Promote::kPlain>(ctx, out, f, self, low, high);
}

}  // namespace torch::executor::native
