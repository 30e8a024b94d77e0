// index(self, indices) = self[indices]
#include "etk/advanced_index.h"
#include "vec/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

// Where the indices are places of the first dimensions; false if not, and nothing has happened.
static bool gather(const Tensor& self, IndexList indices, Tensor& out) {
  vec::Blocks blocks;
  for (const std::optional<Tensor>& index : indices) {
    if (!index || !blocks.add(self, *index)) {
      return false;
    }
  }
  return !indices.empty() && blocks.get(self, out);
}

Tensor& opt_index_Tensor_out(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kIndexTensor>(self) && out.scalar_type() == self.scalar_type(), out);
  for (const std::optional<Tensor>& index : indices) {
    ETK_REQUIRE(ctx, !index || accepts<kIndexTensor>(*index), out);
  }
  if (gather(self, indices, out)) {
    return out;
  }
  AdvancedIndex index;
  ETK_REQUIRE(ctx, index.read(self, indices), out);
  if (resize(ctx, out, index.shape())) {
    index.get(self, out);
  }
  return out;
}

}  // namespace torch::executor::native
