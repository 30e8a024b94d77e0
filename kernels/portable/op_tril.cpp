// tril(self, diagonal): matrices with zeros above a diagonal
#include "etk/base/faster.h"
#include "etk/move/triangle.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTril[] = "tril.out";

Tensor& ETK_KERNEL(tril_out)(Context& ctx, const Tensor& self, int64_t diagonal, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTril>(self), out);
  return triangle(ctx, faster<kTril, TriangleFunction>(), self, diagonal, /*lower=*/true, out);
}

}  // namespace torch::executor::native
