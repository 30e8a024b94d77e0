// linear(input, weight, bias) = input × weightᵀ + bias, over the last dimension of input
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLinear[] = "linear.out";

Tensor& ETK_KERNEL(linear_out)(
    Context& ctx, const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
  return linear<kLinear>(ctx, input, weight, bias, out);
}

}  // namespace torch::executor::native
