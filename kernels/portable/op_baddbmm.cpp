// baddbmm(self, batch1, batch2)[i] = beta · self[i] + alpha · batch1[i] × batch2[i]
#include "etk/product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBaddbmm[] = "baddbmm.out";

Tensor& baddbmm_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& batch1,
    const Tensor& batch2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  static constexpr auto instances = dot_instances<kBaddbmm>();
  const ScalarType dtype = batch1.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(
      ctx, self.scalar_type() == dtype && batch2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  const View a(batch1), b(batch2);
  View bias(self);
  ETK_REQUIRE(ctx, a.rank == 3 && b.rank == 3 && a.sizes[0] == b.sizes[0] && a.sizes[2] == b.sizes[1], out);
  Shape shape = a;
  shape.sizes[2] = b.sizes[2];
  ETK_REQUIRE(ctx, bias.broadcast_to(shape), out);
  if (resize(ctx, out, shape)) {
    // With beta = 0 self does not count, not even its NaNs.
    multiply(dot, a, b, etk::to<double>(beta) == 0 ? nullptr : &bias, alpha, beta, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
