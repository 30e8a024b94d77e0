#include "util.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace headers::native {

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

// Sets out to the number of this library's util.h, which its util.cpp has been compiled with, too.
Tensor& first_out(KernelRuntimeContext&, const Tensor&, Tensor& out) {
  out.mutable_data_ptr<float>()[0] =
      first::number() == util::kNumber && util::is_shared(util::kNumber) ? util::kNumber : -1;
  return out;
}

}  // namespace headers::native
