#include "floats.h"

namespace small::native {

bool are_floats(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, const Tensor& out) {
  for (const Tensor& tensor : {a, b, out}) {
    if (tensor.scalar_type() != executorch::aten::ScalarType::Float || tensor.sizes() != out.sizes()) {
      ctx.fail(executorch::runtime::Error::InvalidArgument);
      return false;
    }
  }
  return true;
}

}  // namespace small::native
