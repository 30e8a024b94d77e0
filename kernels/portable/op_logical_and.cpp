// logical_and(self, other) = whether neither is zero
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogicalAnd[] = "logical_and.out";

Tensor& ETK_KERNEL(logical_and_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a != 0 && b != 0; };
  return map<kLogicalAnd, Promote::kLogic>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
