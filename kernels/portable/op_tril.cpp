// tril(self, diagonal): matrices with zeros above a diagonal
#include "etk/move/triangle.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTril[] = "tril.out";

Tensor& tril_out(Context& ctx, const Tensor& self, int64_t diagonal, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTril>(self), out);
  return triangle(ctx, /*faster=*/nullptr, self, diagonal, /*lower=*/true, out);
}

}  // namespace torch::executor::native
