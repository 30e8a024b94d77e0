#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

namespace small::native {

using executorch::aten::ArrayRef;
using executorch::aten::Scalar;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

/// Whether a call is one that these kernels are for: Float tensors of one shape. If not, it fails.
bool are_floats(KernelRuntimeContext& ctx, const Tensor& a, const Tensor& b, const Tensor& out);

}  // namespace small::native
