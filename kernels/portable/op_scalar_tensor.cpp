// scalar_tensor(s): a tensor without dimensions that holds s
#include "etk/creation/filled.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScalarTensor[] = "scalar_tensor.out";

Tensor& scalar_tensor_out(Context& ctx, const Scalar& s, Tensor& out) {
  return set_scalar<kScalarTensor>(ctx, s, out);
}

}  // namespace torch::executor::native
