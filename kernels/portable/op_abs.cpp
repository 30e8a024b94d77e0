// abs(x) = |x|, of a complex number √(re² + im²)
#include "etk/elementwise/arithmetic.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAbs[] = "abs.out";

Tensor& ETK_KERNEL(abs_out)(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == part_of(self.scalar_type()), out);
  return map<kAbs, Promote::kNumber>(ctx, out, of_complex(Absolute()), self);
}

}  // namespace torch::executor::native
