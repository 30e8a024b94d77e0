#include "floats.h"

namespace small::native {

Tensor& addmm_out(
    KernelRuntimeContext& ctx,
    const Tensor&,
    const Tensor&,
    const Tensor&,
    const Scalar&,
    const Scalar&,
    Tensor& out) {
  ctx.fail(executorch::runtime::Error::NotImplemented);
  return out;
}

}  // namespace small::native
