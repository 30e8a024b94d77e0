// reciprocal(x) = 1 / x
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReciprocal[] = "reciprocal.out";

Tensor& ETK_KERNEL(reciprocal_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kReciprocal, Promote::kFloat>(ctx, out, of_complex([](auto x) { return 1 / x; }), self);
}

}  // namespace torch::executor::native
