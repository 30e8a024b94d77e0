// logical_not(x) = whether x is zero
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogicalNot[] = "logical_not.out";

Tensor& ETK_KERNEL(logical_not_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kLogicalNot, Promote::kCompare>(ctx, out, [](auto x) { return x == 0; }, self);
}

}  // namespace torch::executor::native
