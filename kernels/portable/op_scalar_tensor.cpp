// scalar_tensor(s): a tensor without dimensions that holds s
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScalarTensor[] = "scalar_tensor.out";

Tensor& scalar_tensor_out(Context& ctx, const Scalar& s, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  // PyTorch copies the number to Half or BFloat16: what is too large becomes infinite.
  const bool is_copied = dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  ETK_REQUIRE(ctx, accepts<kScalarTensor>(out) && (is_copied || can_hold(dtype, s)), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), s);
  }
  return out;
}

}  // namespace torch::executor::native
