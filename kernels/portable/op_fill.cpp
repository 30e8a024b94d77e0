// fill(self, value): a tensor like self with the value everywhere
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFillScalar[] = "fill.Scalar_out";
static constexpr char kFillTensor[] = "fill.Tensor_out";

Tensor& fill_scalar_out(Context& ctx, const Tensor& self, const Scalar& value, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kFillScalar>(self) && out.scalar_type() == dtype, out);
  // What is too large for a floating point dtype becomes infinite.
  ETK_REQUIRE(ctx, is_floating(dtype) || can_hold(dtype, value), out);
  if (resize(ctx, out, Shape(self))) {
    fill(View(out), value);
  }
  return out;
}

Tensor& fill_tensor_out(Context& ctx, const Tensor& self, const Tensor& value, Tensor& out) {
  const ScalarType dtype = self.scalar_type(), from = value.scalar_type();
  ETK_REQUIRE(ctx, accepts<kFillTensor>(self, value) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && compute_of(from) != Compute::kNone, out);
  View view(value);
  ETK_REQUIRE(ctx, view.rank == 0 && view.broadcast_to(Shape(self)), out);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
