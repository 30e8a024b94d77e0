// index_put(self, indices, values): self, but self[indices] = values, or += values if they are accumulated
#include "etk/index/index_put.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexPut[] = "index_put.out";

Tensor& ETK_KERNEL(index_put_out)(
    Context& ctx, const Tensor& self, IndexList indices, const Tensor& values, bool accumulate, Tensor& out) {
  return index_put<kIndexPut>(ctx, self, indices, values, accumulate, /*is_in_place=*/false, out);
}

}  // namespace torch::executor::native
