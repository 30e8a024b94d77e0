// repeat(self, repeats): self, this many times along each dimension, those that it does not have in front
#include "etk/move/repeat.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRepeat[] = "repeat.out";

Tensor& ETK_KERNEL(repeat_out)(Context& ctx, const Tensor& self, ArrayRef<int64_t> repeats, Tensor& out) {
  return repeat<kRepeat>(ctx, self, repeats, out);
}

}  // namespace torch::executor::native
