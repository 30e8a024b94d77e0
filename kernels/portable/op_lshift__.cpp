// __lshift__(self, other) = self · 2^other
#include "etk/elementwise/map.h"
#include "etk/elementwise/shift.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLshift[] = "__lshift__.Tensor_out";
static constexpr char kLshiftScalar[] = "__lshift__.Scalar_out";

Tensor& ETK_KERNEL_AS(__lshift___Tensor_out, lshift_tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kLshift, Promote::kShift>(ctx, out, ShiftLeft(), self, other);
}

Tensor& ETK_KERNEL_AS(__lshift___Scalar_out, lshift_scalar_out)(
    Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kLshiftScalar, Promote::kShift>(ctx, out, ShiftLeft(), self, other);
}

}  // namespace torch::executor::native
