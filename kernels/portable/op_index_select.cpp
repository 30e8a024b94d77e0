// index_select(self, dim, index): self at each of these indices of a dimension
#include "etk/index/index_select.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexSelect[] = "index_select.out";

Tensor& ETK_KERNEL(index_select_out)(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  return index_select<kIndexSelect>(ctx, self, dim, index, out);
}

}  // namespace torch::executor::native
