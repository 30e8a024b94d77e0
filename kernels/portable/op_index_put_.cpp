// index_put_(self, indices, values): self[indices] = values, or += values if they are accumulated
#include "etk/index/index_put.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexPutInPlace[] = "index_put_";

Tensor& ETK_KERNEL(index_put_)(
    Context& ctx, Tensor& self, IndexList indices, const Tensor& values, bool accumulate) {
  return index_put<kIndexPutInPlace>(ctx, self, indices, values, accumulate, /*is_in_place=*/true, self);
}

}  // namespace torch::executor::native
