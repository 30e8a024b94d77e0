// index(self, indices) = self[indices]
#include "etk/index/index_get.h"
#include "vec/index/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

// Where the indices are places of neighbouring dimensions; false if not, and nothing has been written.
static bool gather(const Tensor& self, IndexList indices, Tensor& out) {
  vec::Blocks blocks;
  return blocks.read(self, indices) && blocks.get(self, out);
}

Tensor& opt_index_Tensor_out(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  return get_indexed<kIndexTensor>(ctx, gather, self, indices, out);
}

}  // namespace torch::executor::native
