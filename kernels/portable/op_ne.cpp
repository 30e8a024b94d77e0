// ne(self, other) = whether self ≠ other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNeTensor[] = "ne.Tensor_out";
static constexpr char kNeScalar[] = "ne.Scalar_out";

static const auto different = of_complex([](auto a, auto b) { return a != b; });

Tensor& ETK_KERNEL(ne_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kNeTensor, Promote::kCompare>(ctx, out, different, self, other);
}

Tensor& ETK_KERNEL(ne_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kNeScalar, Promote::kCompare>(ctx, out, different, self, other);
}

}  // namespace torch::executor::native
