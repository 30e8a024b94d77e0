// index(self, indices) = self[indices]
#include "etk/index_get.h"
#include "vec/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

// Where the indices are places of neighbouring dimensions; false if not, and nothing has happened.
static bool gather(const Tensor& self, IndexList indices, Tensor& out) {
  vec::Blocks blocks;
  size_t d = 0, end = indices.size();
  if (end > self.sizes().size()) {
    return false;
  }
  while (end > 0 && !indices[end - 1]) {
    --end;
  }
  for (; d < end && !indices[d]; ++d) {
    blocks.skip(self);
  }
  bool are_blocks = d < end;
  for (; are_blocks && d < end; ++d) {
    are_blocks = indices[d] && blocks.add(self, *indices[d]);
  }
  return are_blocks && blocks.get(self, out);
}

Tensor& opt_index_Tensor_out(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  return get_indexed<kIndexTensor>(ctx, gather, self, indices, out);
}

}  // namespace torch::executor::native
