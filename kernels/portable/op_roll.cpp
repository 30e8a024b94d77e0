// roll(self, shifts, dims): index i of a dimension goes to i + shift, and around its end; without dims, self
// is one long dimension
#include "etk/move/roll.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRoll[] = "roll.out";

Tensor& ETK_KERNEL(roll_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> shifts, ArrayRef<int64_t> dims, Tensor& out) {
  return roll<kRoll>(ctx, self, shifts, dims, out);
}

}  // namespace torch::executor::native
