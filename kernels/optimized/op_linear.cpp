// linear(input, weight, bias) = input × weightᵀ + bias, over the last dimension of input
#include "etk/product/matrix_product.h"
#include "vec/base/floats.h"
#include "vec/product/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLinear[] = "linear.out";

Tensor& opt_linear_out(
    Context& ctx, const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
  return linear<kLinear>(
      ctx, vec::for_singles<kLinear, MultiplyFunction>(vec::multiply), input, weight, bias, out);
}

}  // namespace torch::executor::native
