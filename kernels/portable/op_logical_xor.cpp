// logical_xor(self, other) = whether one of them is zero and the other is not
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogicalXor[] = "logical_xor.out";

Tensor& ETK_KERNEL(logical_xor_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return (a != 0) != (b != 0); };
  return map<kLogicalXor, Promote::kLogic>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
