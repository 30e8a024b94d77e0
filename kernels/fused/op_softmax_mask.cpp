// softmax_mask(self, mask, scale, dim) = eˣ / Σ eˣ along dim, with x = scale · self + mask
//
// A row whose elements are all -∞ has no softmax: NaN, or 0 if the operator is asked for it.
#include "etk/reduce/masked_softmax.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSoftmaxMask[] = "etk::softmax_mask.out";

Tensor& ETK_KERNEL(softmax_mask_out)(
    Context& ctx,
    const Tensor& self,
    const std::optional<Tensor>& mask,
    double scale,
    int64_t dim,
    bool masked_rows_are_zero,
    Tensor& out) {
  return masked_softmax<kSoftmaxMask>(ctx, self, mask, scale, dim, masked_rows_are_zero, out);
}

}  // namespace torch::executor::native
