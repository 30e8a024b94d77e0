// quantized_max_pool2d_nhwc(input): the largest element of each window, within the activation's range; of
// [batch, height, width, channels]
#include "max_pool.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedMaxPool2dNhwc[] = "cortex_m::quantized_max_pool2d_nhwc.out";

Tensor& quantized_max_pool2d_nhwc_out(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    int64_t input_zero_point,
    int64_t output_zero_point,
    int64_t activation_min,
    int64_t activation_max,
    Tensor& out) {
  ETK_REQUIRE(ctx, input_zero_point == output_zero_point && !ceil_mode, out);
  return max_pool<kQuantizedMaxPool2dNhwc>(
      ctx, input, kernel_size, stride, padding, dilation, activation_min, activation_max, ImageLayout::kNhwc,
      out);
}

}  // namespace torch::executor::cortex_m::native
