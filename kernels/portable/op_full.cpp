// full(size, fill_value): a tensor of this size with the value everywhere
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFull[] = "full.out";

Tensor& ETK_KERNEL(full_out)(Context& ctx, ArrayRef<int64_t> size, const Scalar& fill_value, Tensor& out) {
  return set_filled<kFull>(ctx, size, fill_value, out);
}

}  // namespace torch::executor::native
