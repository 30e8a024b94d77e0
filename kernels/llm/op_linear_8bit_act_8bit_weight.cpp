// _linear_8bit_act_8bit_weight(activations, packed_weights, n, k): products with packed weights of 8 bits, of
// activations that are quantized to 8 bits row by row as they come
#include "etk/base/selected_dtypes.h"
#include "packed_linear.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLinearOf8Bits[] = "torchao::_linear_8bit_act_8bit_weight.out";

Tensor& linear_8bit_act_8bit_weight_out(
    Context& ctx,
    const Tensor& activations,
    const Tensor& packed_weights,
    int64_t group_size,
    int64_t n,
    int64_t k,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kLinearOf8Bits>(activations, packed_weights), out);
  multiply_packed(ctx, activations, packed_weights, {/*bits=*/8, group_size, n, k}, out);
  return out;
}

}  // namespace torch::executor::native
