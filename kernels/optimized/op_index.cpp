// The vector functions of index
#include "etk/index/index_get.h"
#include "vec/base/operator.h"
#include "vec/index/gather.h"

namespace etk::vec {

// Gathers if the index tensors index adjacent dimensions, or one indexes the channels of a channels-last
// tensor.
static bool gather_indexed(const Tensor& self, IndexList indices, Tensor& out) {
  Blocks blocks;
  if (blocks.read(self, indices)) {
    return blocks.get(self, out);
  }
  const bool is_of_channels = indices.size() == 2 && !indices[0] && indices[1];
  return is_of_channels && gather_channels(self, *indices[1], out);
}

}  // namespace etk::vec

ETK_FASTER("index.Tensor_out", GetIndexedFunction, vec::gather_indexed);

#include "portable/op_index.cpp"
