// col2im(self): the image that im2col makes columns of, where each pixel is the sum of its places in them
#include "etk/convolution/columns.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCol2im[] = "col2im.out";

Tensor& ETK_KERNEL(col2im_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  return col2im<kCol2im>(ctx, self, output_size, kernel_size, dilation, padding, stride, out);
}

}  // namespace torch::executor::native
