// bmm(self, mat2)[i] = self[i] × mat2[i]
#include "etk/product.h"
#include "vec/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBmm[] = "bmm.out";

Tensor& opt_bmm_out(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  static constexpr auto instances = dot_instances<kBmm>();
  const ScalarType dtype = self.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(ctx, mat2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  const View a(self), b(mat2);
  ETK_REQUIRE(ctx, a.rank == 3 && b.rank == 3 && a.sizes[0] == b.sizes[0] && a.sizes[2] == b.sizes[1], out);
  Shape shape = a;
  shape.sizes[2] = b.sizes[2];
  if (resize(ctx, out, shape) && !vec::multiply(ctx, a, b, nullptr, 1, 0, View(out))) {
    multiply(dot, a, b, nullptr, 1, 1, View(out));
  }
  return out;
}

}  // namespace torch::executor::native
