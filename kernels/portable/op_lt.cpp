// lt(self, other) = whether self < other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLtTensor[] = "lt.Tensor_out";
static constexpr char kLtScalar[] = "lt.Scalar_out";

static const auto less_than = [](auto a, auto b) { return a < b; };

Tensor& ETK_KERNEL(lt_tensor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kLtTensor, Promote::kCompare>(ctx, out, less_than, self, other);
}

Tensor& ETK_KERNEL(lt_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kLtScalar, Promote::kCompare>(ctx, out, less_than, self, other);
}

}  // namespace torch::executor::native
