// quantized_avg_pool2d_nhwc(input): the mean of each window, padding left out; of [batch, height, width,
// channels]
#include "etk/base/selected_dtypes.h"
#include "mean_pool.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kQuantizedAvgPool2dNhwc[] = "cortex_m::quantized_avg_pool2d_nhwc.out";

Tensor& quantized_avg_pool2d_nhwc_out(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    int64_t zero_point,
    int64_t multiplier,
    int64_t shift,
    const Tensor& scratch,
    Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kQuantizedAvgPool2dNhwc>(input, scratch, out)), out);
  return mean_pool(
      ctx, input, kernel_size, stride, padding, ceil_mode, zero_point, multiplier, shift, scratch,
      ImageLayout::kNhwc, out);
}

}  // namespace torch::executor::cortex_m::native
