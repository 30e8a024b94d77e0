// neg(x) = -x
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNeg[] = "neg.out";

Tensor& ETK_KERNEL(neg_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  return map<kNeg, Promote::kNumber>(ctx, out, of_complex([](auto x) { return negative(x); }), self);
}

}  // namespace torch::executor::native
