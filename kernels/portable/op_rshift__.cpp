// __rshift__(self, other) = self / 2^other, rounded down
#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRshift[] = "__rshift__.Tensor_out";
static constexpr char kRshiftScalar[] = "__rshift__.Scalar_out";

Tensor& ETK_KERNEL_AS(__rshift___Tensor_out, rshift_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kRshift, Promote::kShift>(ctx, out, ShiftRight(), self, other);
}

Tensor& ETK_KERNEL_AS(__rshift___Scalar_out, rshift_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kRshiftScalar, Promote::kShift>(ctx, out, ShiftRight(), self, other);
}

}  // namespace torch::executor::native
