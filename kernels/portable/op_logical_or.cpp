// logical_or(self, other) = whether one is not zero
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogicalOr[] = "logical_or.out";

Tensor& ETK_KERNEL(logical_or_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a != 0 || b != 0; };
  return map<kLogicalOr, Promote::kLogic>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
