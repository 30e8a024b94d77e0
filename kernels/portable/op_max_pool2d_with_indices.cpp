// max_pool2d_with_indices(self): the largest element of each window, and its index in the plane
#include "etk/pool/sliding_pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaxPool2d[] = "max_pool2d_with_indices.out";

std::tuple<Tensor&, Tensor&> ETK_KERNEL(max_pool2d_with_indices_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    Tensor& out,
    Tensor& indices) {
  return max_pool<kMaxPool2d>(
      ctx, /*spatial=*/2, self, kernel_size, stride, padding, dilation, ceil_mode, out, indices);
}

}  // namespace torch::executor::native
