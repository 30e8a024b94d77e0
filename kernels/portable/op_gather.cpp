// gather(self, dim, index)[…, i, …] = self[…, index[…, i, …], …]
#include "etk/index/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGather[] = "gather.out";

Tensor& ETK_KERNEL(gather_out)(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out) {
  (void)sparse_grad;  // only used for training
  return gather<kGather>(ctx, self, dim, index, out);
}

}  // namespace torch::executor::native
