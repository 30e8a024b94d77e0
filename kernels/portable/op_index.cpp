// index(self, indices) = self[indices]
#include "etk/advanced_index.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexTensor[] = "index.Tensor_out";

Tensor& index_Tensor_out(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kIndexTensor>(self) && out.scalar_type() == self.scalar_type(), out);
  for (const std::optional<Tensor>& index : indices) {
    ETK_REQUIRE(ctx, !index || accepts<kIndexTensor>(*index), out);
  }
  AdvancedIndex index;
  ETK_REQUIRE(ctx, index.read(self, indices), out);
  if (resize(ctx, out, index.shape())) {
    index.get(self, out);
  }
  return out;
}

}  // namespace torch::executor::native
