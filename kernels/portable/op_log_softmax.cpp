// _log_softmax(self, dim) = x - log Σ eˣ along dim
#include "etk/reduce/softmax.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogSoftmax[] = "_log_softmax.out";

Tensor& ETK_KERNEL(log_softmax_out)(
    Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  return log_softmax<kLogSoftmax>(ctx, self, dim, half_to_float, out);
}

}  // namespace torch::executor::native
