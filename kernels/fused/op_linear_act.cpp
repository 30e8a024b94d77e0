// linear_act(input, weight, bias) = activation(input × weightᵀ + bias + residual)
#include "etk/product/activate.h"
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLinearAct[] = "etk::linear_act.out";

Tensor& ETK_KERNEL(linear_act_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    const std::optional<Tensor>& residual,
    std::string_view activation,
    std::optional<double> lower,
    std::optional<double> upper,
    Tensor& out) {
  Activate finish;
  ETK_REQUIRE(ctx, is_floating(out.scalar_type()), out);
  ETK_REQUIRE(ctx, finish.read(residual, activation, lower, upper, out), out);
  return linear<kLinearAct>(ctx, input, weight, bias, out, finish);
}

}  // namespace torch::executor::native
