// index_select(self, dim, index): self at each of these indices of a dimension
#include "etk/indices.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexSelect[] = "index_select.out";

Tensor& index_select_out(Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kIndexSelect>(self, index)) && out.scalar_type() == self.scalar_type(), out);
  const auto d = wrap_dim(dim, self.dim());
  Shape shape(self);
  ETK_REQUIRE(ctx, d && index.dim() <= 1, out);
  ETK_REQUIRE(ctx, are_indices(index, 0, shape.rank ? shape.sizes[*d] : 1), out);
  ETK_REQUIRE(ctx, shape.rank > 0 || index.numel() == 1, out);
  if (shape.rank == 0) {
    return copy_to_out(ctx, View(self), out);
  }
  shape.sizes[*d] = static_cast<executorch::aten::SizesType>(index.numel());
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View indices(index);
  const ptrdiff_t stride = indices.rank ? indices.strides[0] : 0;
  for (int64_t i = 0; i < shape.sizes[*d]; ++i) {
    View from(self), to(out);
    from.remove(*d, read_index(indices.dtype, indices.data + i * stride));
    to.remove(*d, i);
    copy(from, to);
  }
  return out;
}

}  // namespace torch::executor::native
