// addmm(self, mat1, mat2) = beta · self + alpha · mat1 × mat2
#include "etk/product.h"
#include "vec/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddmm[] = "addmm.out";

Tensor& opt_addmm_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& mat1,
    const Tensor& mat2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  static constexpr auto instances = dot_instances<kAddmm>();
  const ScalarType dtype = mat1.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(
      ctx, self.scalar_type() == dtype && mat2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  View bias(self), a(mat1), b(mat2);
  ETK_REQUIRE(ctx, a.rank == 2 && b.rank == 2 && a.sizes[1] == b.sizes[0], out);
  Shape shape = a;
  shape.sizes[1] = b.sizes[1];
  ETK_REQUIRE(ctx, bias.broadcast_to(shape), out);
  if (resize(ctx, out, shape)) {
    View to(out);
    for (View* view : {&bias, &a, &b, &to}) {
      view->insert(0);
    }
    // With beta = 0 self does not count, not even its NaNs.
    const View* added = etk::to<double>(beta) == 0 ? nullptr : &bias;
    if (!vec::multiply(ctx, a, b, added, etk::to<double>(alpha), etk::to<double>(beta), to)) {
      multiply(dot, a, b, added, alpha, beta, to);
    }
  }
  return out;
}

}  // namespace torch::executor::native
