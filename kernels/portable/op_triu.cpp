// triu(self, diagonal): matrices with zeros below a diagonal
#include "etk/move/triangle.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kTriu[] = "triu.out";

Tensor& triu_out(Context& ctx, const Tensor& self, int64_t diagonal, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kTriu>(self), out);
  return triangle(ctx, /*faster=*/nullptr, self, diagonal, /*lower=*/false, out);
}

}  // namespace torch::executor::native
