// scalar_tensor(s): a tensor without dimensions that holds s
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScalarTensor[] = "scalar_tensor.out";

Tensor& scalar_tensor_out(Context& ctx, const Scalar& s, Tensor& out) {
  if constexpr (is_plain_fill<kScalarTensor>()) {
    const auto& value = fixed_or<kScalarTensor, 0>(s);
    ETK_REQUIRE(ctx, accepts<kScalarTensor>(out) && out.dim() == 0, out);
    ETK_REQUIRE(ctx, (can_fill<kScalarTensor, 0>(out.scalar_type(), /*numel=*/1, value)), out);
    fill_plain<kScalarTensor>(value, out);
    return out;
  }
  ETK_REQUIRE(ctx, accepts<kScalarTensor>(out) && can_fill(out.scalar_type(), /*numel=*/1, s), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), s);
  }
  return out;
}

}  // namespace torch::executor::native
