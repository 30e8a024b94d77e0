// gather(self, dim, index)[…, i, …] = self[…, index[…, i, …], …]
#include "etk/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGather[] = "gather.out";

Tensor& gather_out(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out) {
  (void)sparse_grad;  // is for training
  ETK_REQUIRE(ctx, (accepts<kGather>(self, index)) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, !is_large_unsigned(self.scalar_type()), out);
  Places places;
  ETK_REQUIRE(ctx, places.read(self, dim, index), out);
  if (resize(ctx, out, Shape(index))) {
    places.gather(self, out);
  }
  return out;
}

}  // namespace torch::executor::native
