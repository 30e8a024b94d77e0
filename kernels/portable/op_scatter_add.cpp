// scatter_add(self, dim, index, src): self, with src[…, i, …] added to […, index[…, i, …], …] of it
#include "etk/index/scatter.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScatterAdd[] = "scatter_add.out";

Tensor& ETK_KERNEL(scatter_add_out)(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  return scatter<kScatterAdd, /*kAdds=*/true>(ctx, self, dim, index, src, out);
}

}  // namespace torch::executor::native
