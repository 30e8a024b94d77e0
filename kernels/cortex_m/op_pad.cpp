// pad(input, pre_pad, post_pad, pad_value): the input with as many numbers before and after it in each
// dimension; of fewer than four dimensions, these are the last
#include "etk/move/constant_pad.h"

namespace torch::executor::cortex_m::native {
using namespace etk;

static constexpr char kPad[] = "cortex_m::pad.out";

// Whether the exporter treats images as channels-last. In that case, the padding is in the order of memory.
static bool is_channels_last(const Tensor& tensor) {
  if (tensor.dim() != 4) {
    return false;
  }
  const auto order = tensor.dim_order();
  return tensor.size(1) == 1 || (tensor.size(2) == 1 && tensor.size(3) == 1) ||
         (order[0] == 0 && order[1] == 2);
}

Tensor& pad_out(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> pre_pad,
    ArrayRef<int64_t> post_pad,
    int64_t pad_value,
    Tensor& out) {
  constexpr size_t kMost = 4;
  const auto rank = static_cast<size_t>(input.dim());
  ETK_REQUIRE(ctx, rank <= kMost && pre_pad.size() == kMost && post_pad.size() == kMost, out);
  static constexpr size_t kInMemory[] = {0, 3, 1, 2};
  const bool is_in_memory = is_channels_last(input);
  int64_t padding[2 * kMost];
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = kMost - 1 - i, from = is_in_memory ? kInMemory[d] : d;
    padding[2 * i] = pre_pad[from];
    padding[2 * i + 1] = post_pad[from];
  }
  return pad_with_number<kPad>(ctx, input, {padding, 2 * rank}, Scalar(pad_value), out);
}

}  // namespace torch::executor::cortex_m::native
