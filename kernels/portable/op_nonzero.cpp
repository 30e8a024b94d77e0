// nonzero(self) = the indices of the elements that are not zero, one in each row
#include "etk/index/mask.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNonzero[] = "nonzero.out";

Tensor& ETK_KERNEL(nonzero_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return nonzero<kNonzero>(ctx, self, out);
}

}  // namespace torch::executor::native
