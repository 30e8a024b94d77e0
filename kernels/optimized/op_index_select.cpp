// The vector functions of index_select
#include "etk/base/copy.h"
#include "etk/index/index_select.h"
#include "vec/base/operator.h"
#include "vec/index/gather.h"
#include "vec/move/copy.h"

namespace etk::vec {

static bool select_blocks(const Tensor& self, size_t dim, const Tensor& index, Tensor& out) {
  Blocks blocks;
  return blocks.read_dim(self, dim, index) && blocks.are_positive() && blocks.get(self, out);
}

}  // namespace etk::vec

ETK_FASTER("index_select.out", IndexSelectFunction, vec::select_blocks);
ETK_FASTER("index_select.out", CopyFunction, vec::copy);

#include "portable/op_index_select.cpp"
