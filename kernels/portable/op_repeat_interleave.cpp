// repeat_interleave(repeats) = each index i of repeats, repeats[i] times
#include "etk/move/repeat_interleave.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRepeatInterleave[] = "repeat_interleave.Tensor_out";

Tensor& ETK_KERNEL(repeat_interleave_Tensor_out)(
    Context& ctx, const Tensor& repeats, std::optional<int64_t> output_size, Tensor& out) {
  return repeat_interleave<kRepeatInterleave>(ctx, repeats, output_size, out);
}

}  // namespace torch::executor::native
