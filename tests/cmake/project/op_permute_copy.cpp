#include "floats.h"

namespace small::native {

Tensor& permute_copy_out(KernelRuntimeContext& ctx, const Tensor&, ArrayRef<int64_t>, Tensor& out) {
  ctx.fail(executorch::runtime::Error::NotImplemented);
  return out;
}

}  // namespace small::native
