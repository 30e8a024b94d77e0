// triu(self, diagonal): matrices with zeros below a diagonal
#include "etk/base/faster.h"
#include "etk/move/triangle.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTriu[] = "triu.out";

Tensor& ETK_KERNEL(triu_out)(Context& ctx, const Tensor& self, int64_t diagonal, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTriu>(self), out);
  return triangle(ctx, faster<kTriu, TriangleFunction>(), self, diagonal, /*lower=*/false, out);
}

}  // namespace torch::executor::native
