// eq(self, other) = whether self = other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kEqTensor[] = "eq.Tensor_out";
static constexpr char kEqScalar[] = "eq.Scalar_out";

static const auto equal_to = of_complex([](auto a, auto b) { return a == b; });

Tensor& ETK_KERNEL(eq_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kEqTensor, Promote::kCompare>(ctx, out, equal_to, self, other);
}

Tensor& ETK_KERNEL(eq_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kEqScalar, Promote::kCompare>(ctx, out, equal_to, self, other);
}

}  // namespace torch::executor::native
