// The vector functions of index_select
#include "etk/base/copy.h"
#include "etk/index/index_select.h"
#include "vec/base/operator.h"
#include "vec/index/gather.h"
#include "vec/move/copy.h"

namespace etk::vec {

static bool select_blocks(const Tensor& self, size_t dim, const Tensor& index, Tensor& out) {
  Blocks blocks;
  for (size_t d = 0; d < dim; ++d) {
    blocks.skip(self);
  }
  if (blocks.add(self, index)) {
    return blocks.are_positive() && blocks.get(self, out);
  }
  return dim == 1 && gather_channels(self, index, out);
}

}  // namespace etk::vec

ETK_FASTER("index_select.out", IndexSelectFunction, vec::select_blocks);
ETK_FASTER("index_select.out", CopyFunction, vec::copy);

#include "portable/op_index_select.cpp"
