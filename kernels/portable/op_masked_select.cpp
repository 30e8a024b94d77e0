// masked_select(self, mask) = the elements of self where mask is true, in order
#include "etk/index/mask.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaskedSelect[] = "masked_select.out";

Tensor& ETK_KERNEL(masked_select_out)(Context& ctx, const Tensor& self, const Tensor& mask, Tensor& out) {
  return masked_select<kMaskedSelect>(ctx, self, mask, out);
}

}  // namespace torch::executor::native
