// _softmax(self, dim) = eˣ / Σ eˣ along dim
#include "etk/reduce/softmax.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSoftmax[] = "_softmax.out";

Tensor& ETK_KERNEL(softmax_out)(
    Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  return softmax<kSoftmax>(ctx, self, dim, half_to_float, out);
}

}  // namespace torch::executor::native
