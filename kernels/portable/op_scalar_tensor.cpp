// scalar_tensor(s): a tensor without dimensions that holds s
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScalarTensor[] = "scalar_tensor.out";

Tensor& scalar_tensor_out(Context& ctx, const Scalar& s, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kScalarTensor>(out) && can_fill(out.scalar_type(), /*numel=*/1, s), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), s);
  }
  return out;
}

}  // namespace torch::executor::native
