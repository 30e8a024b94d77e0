// im2col(self): a column for each place of the window, with what its kernel falls on, channel by channel;
// zero outside the image
#include "etk/convolution/columns.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIm2col[] = "im2col.out";

Tensor& ETK_KERNEL(im2col_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  return im2col<kIm2col>(ctx, self, kernel_size, dilation, padding, stride, out);
}

}  // namespace torch::executor::native
