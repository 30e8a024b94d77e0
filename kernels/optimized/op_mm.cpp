// mm(self, mat2) = self × mat2
#include "etk/product.h"
#include "vec/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMm[] = "mm.out";

Tensor& opt_mm_out(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  static constexpr auto instances = dot_instances<kMm>();
  const ScalarType dtype = self.scalar_type();
  const DotFunction dot = instances.find(dtype);
  ETK_REQUIRE(ctx, dot && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(ctx, mat2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  View a(self), b(mat2);
  ETK_REQUIRE(ctx, a.rank == 2 && b.rank == 2 && a.sizes[1] == b.sizes[0], out);
  Shape shape = a;
  shape.sizes[1] = b.sizes[1];
  if (resize(ctx, out, shape)) {
    View to(out);
    for (View* view : {&a, &b, &to}) {
      view->insert(0);
    }
    if (!vec::multiply(ctx, a, b, nullptr, 1, 0, to)) {
      multiply(dot, a, b, nullptr, 1, 1, to);
    }
  }
  return out;
}

}  // namespace torch::executor::native
