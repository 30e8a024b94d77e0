// index(self, indices) = self[indices]
#include "etk/index/index_get.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

Tensor& ETK_KERNEL(index_Tensor_out)(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  return get_indexed<kIndexTensor>(ctx, self, indices, out);
}

}  // namespace torch::executor::native
