// gt(self, other) = whether self > other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGtTensor[] = "gt.Tensor_out";
static constexpr char kGtScalar[] = "gt.Scalar_out";

static const auto greater = [](auto a, auto b) { return a > b; };

Tensor& ETK_KERNEL(gt_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kGtTensor, Promote::kCompare>(ctx, out, greater, self, other);
}

Tensor& ETK_KERNEL(gt_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kGtScalar, Promote::kCompare>(ctx, out, greater, self, other);
}

}  // namespace torch::executor::native
