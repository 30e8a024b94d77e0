// The vector functions of index
#include "etk/index/index_get.h"
#include "vec/base/operator.h"
#include "vec/index/gather.h"

namespace etk::vec {

// Gathers if the index tensors index adjacent dimensions; otherwise returns false without writing anything.
static bool gather_indexed(const Tensor& self, IndexList indices, Tensor& out) {
  Blocks blocks;
  return blocks.read(self, indices) && blocks.get(self, out);
}

}  // namespace etk::vec

ETK_FASTER("index.Tensor_out", GetIndexedFunction, vec::gather_indexed);

#include "portable/op_index.cpp"
