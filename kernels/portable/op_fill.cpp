// fill(self, value): a tensor like self with the value everywhere
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFillScalar[] = "fill.Scalar_out";
static constexpr char kFillTensor[] = "fill.Tensor_out";

Tensor& ETK_KERNEL(fill_scalar_out)(Context& ctx, const Tensor& self, const Scalar& value, Tensor& out) {
  return fill_like<kFillScalar>(ctx, self, value, out);
}

Tensor& ETK_KERNEL(fill_tensor_out)(Context& ctx, const Tensor& self, const Tensor& value, Tensor& out) {
  return fill_like<kFillTensor>(ctx, self, value, out);
}

}  // namespace torch::executor::native
