// The vector functions of embedding
#include "etk/index/embedding.h"
#include "vec/base/operator.h"
#include "vec/index/gather.h"

namespace etk::vec {

static bool gather_rows(const Tensor& weight, const Tensor& indices, Tensor& out) {
  Blocks blocks;
  return blocks.add(weight, indices) && blocks.are_positive() && blocks.get(weight, out);
}

}  // namespace etk::vec

ETK_FASTER("embedding.out", GatherFunction, vec::gather_rows);

#include "portable/op_embedding.cpp"
