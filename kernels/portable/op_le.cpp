// le(self, other) = whether self ≤ other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLeTensor[] = "le.Tensor_out";
static constexpr char kLeScalar[] = "le.Scalar_out";

static const auto not_greater = [](auto a, auto b) { return a <= b; };

Tensor& ETK_KERNEL(le_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kLeTensor, Promote::kCompare>(ctx, out, not_greater, self, other);
}

Tensor& ETK_KERNEL(le_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kLeScalar, Promote::kCompare>(ctx, out, not_greater, self, other);
}

}  // namespace torch::executor::native
