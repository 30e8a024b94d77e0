// constant_pad_nd(self, pad, value): self with pad[0] values before and pad[1] after it in the last
// dimension, pad[2] and pad[3] in the last but one, …; where they are negative, elements are taken away
#include "etk/move/constant_pad.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConstantPadNd[] = "constant_pad_nd.out";

Tensor& ETK_KERNEL(constant_pad_nd_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> pad, const Scalar& value, Tensor& out) {
  return pad_with_number<kConstantPadNd>(ctx, self, pad, value, out);
}

}  // namespace torch::executor::native
