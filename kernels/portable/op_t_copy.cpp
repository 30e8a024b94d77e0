// t_copy(self): the transpose of a matrix; tensors of fewer dimensions stay as they are
#include "etk/base/dimensions.h"
#include "etk/move/copy_view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTCopy[] = "t_copy.out";

Tensor& ETK_KERNEL(t_copy_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return copy_view<kTCopy>(ctx, self, out, [](View& view) { return transpose(view); });
}

}  // namespace torch::executor::native
