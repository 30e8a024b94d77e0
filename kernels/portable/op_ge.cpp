// ge(self, other) = whether self ≥ other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGeTensor[] = "ge.Tensor_out";
static constexpr char kGeScalar[] = "ge.Scalar_out";

static const auto not_less = [](auto a, auto b) { return a >= b; };

Tensor& ETK_KERNEL(ge_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kGeTensor, Promote::kCompare>(ctx, out, not_less, self, other);
}

Tensor& ETK_KERNEL(ge_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kGeScalar, Promote::kCompare>(ctx, out, not_less, self, other);
}

}  // namespace torch::executor::native
