// index_select(self, dim, index): self at each of these indices of a dimension
#include "etk/index/index_select.h"
#include "vec/index/gather.h"
#include "vec/move/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexSelect[] = "index_select.out";

static bool select_blocks(const Tensor& self, size_t dim, const Tensor& index, Tensor& out) {
  vec::Blocks blocks;
  for (size_t d = 0; d < dim; ++d) {
    blocks.skip(self);
  }
  return blocks.add(self, index) && blocks.are_positive() && blocks.get(self, out);
}

Tensor& opt_index_select_out(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  return index_select<kIndexSelect>(ctx, select_blocks, vec::copy, self, dim, index, out);
}

}  // namespace torch::executor::native
