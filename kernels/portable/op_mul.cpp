// mul(self, other) = self · other
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMul[] = "mul.out";
static constexpr char kMulScalar[] = "mul.Scalar_out";

static const auto product = of_complex(wrapping([](auto a, auto b) { return a * b; }));

Tensor& ETK_KERNEL(mul_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kMul, Promote::kSame>(ctx, out, product, unrounded(self), unrounded(other));
}

Tensor& ETK_KERNEL(mul_scalar_out)(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return map<kMulScalar, Promote::kSame>(ctx, out, product, unrounded(self), unrounded(other));
}

}  // namespace torch::executor::native
