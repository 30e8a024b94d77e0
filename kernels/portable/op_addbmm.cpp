// addbmm(self, batch1, batch2) = beta · self + alpha · Σ batch1[i] × batch2[i]
#include "etk/product/matrix_product.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddbmm[] = "addbmm.out";

Tensor& addbmm_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& batch1,
    const Tensor& batch2,
    const Scalar& beta,
    const Scalar& alpha,
    Tensor& out) {
  static constexpr auto dots = dot_instances<kAddbmm>();
  const ScalarType dtype = batch1.scalar_type();
  const DotFunction dot = dots.find_of_parts(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool && have_dtype(dtype, self, batch2, out), out);
  const View a(batch1), b(batch2);
  View added(self);
  ETK_REQUIRE(ctx, a.rank == 3 && b.rank == 3 && a.sizes[0] == b.sizes[0] && a.sizes[2] == b.sizes[1], out);
  Shape shape;
  shape.push_back(a.sizes[1]);
  shape.push_back(b.sizes[2]);
  const bool any_product = a.sizes[0] > 0 && a.sizes[2] > 0;
  ETK_REQUIRE(ctx, added.broadcast_to(shape), out);
  ETK_REQUIRE(ctx, shape.numel() == 0 || are_factors(dtype, beta, alpha, any_product), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  added.insert(0);
  to.insert(0);
  const View* sum = addend_of(added, beta);
  // Without products, one of matrices without elements sets out to beta · self.
  const int64_t count = any_product ? a.sizes[0] : 1, depth = any_product ? a.sizes[2] : 0;
  for (int64_t i = 0; i < count; ++i) {
    View left = a, right = b;
    left.slice(0, i, 1);
    left.slice(2, 0, depth);
    right.slice(0, i, 1);
    right.slice(1, 0, depth);
    multiply(dot, left, right, sum, any_product ? alpha : Scalar(1), i == 0 ? beta : Scalar(1), to);
    sum = &to;
  }
  return out;
}

}  // namespace torch::executor::native
