// copysign(self, other) = |self| with the sign of other
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopysign[] = "copysign.out";
static constexpr char kCopysignScalar[] = "copysign.Scalar_out";

static const auto with_sign = [](auto a, auto b) { return std::copysign(a, b); };

Tensor& ETK_KERNEL(copysign_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kCopysign, Promote::kFloat>(ctx, out, with_sign, self, other);
}

Tensor& ETK_KERNEL_AS(copysign_Scalar_out, copysign_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kCopysignScalar, Promote::kFloat>(ctx, out, with_sign, self, other);
}

}  // namespace torch::executor::native
