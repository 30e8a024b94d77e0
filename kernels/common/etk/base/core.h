// Every kernel includes this: short names for the runtime's types, the failure of a call, and the dtypes of
// this build.
#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/platform/log.h>

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace ET_RUNTIME_NAMESPACE {
class KernelRuntimeContext;
}  // namespace ET_RUNTIME_NAMESPACE
}  // namespace executorch

#if defined(EXECUTORCH_SELECTIVE_BUILD_DTYPE) && !defined(ET_SELECTED_OP_VARIANTS_H_)
#include "selected_op_variants.h"
#endif

namespace etk {

using executorch::aten::ArrayRef;
using executorch::aten::BFloat16;
using executorch::aten::Half;
using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::aten::TensorList;
using executorch::runtime::Error;
using Context = executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext;

/// Whether any tensor may be complex. ETK_WITHOUT_COMPLEX is defined when no selected operator uses complex
/// dtypes.
#ifdef ETK_WITHOUT_COMPLEX
constexpr bool kHasComplex = false;
#else
constexpr bool kHasComplex = true;
#endif

/// The maximum rank of a tensor.
constexpr size_t kMaxRank = 16;

/// Tells the runtime that this call has failed. The kernel then returns and leaves its outs unchanged.
void fail(Context& ctx, Error error = Error::InvalidArgument);

/// Temporary memory, valid until the call returns; null, with a failure, if the context has too little.
void* allocate(Context& ctx, size_t bytes, size_t alignment);

// Returns `result` from the kernel, with a failure, unless the condition holds.
#define ETK_REQUIRE(ctx, condition, result)              \
  do {                                                   \
    if (!(condition)) {                                  \
      ET_LOG(Error, "condition failed: %s", #condition); \
      ::etk::fail(ctx);                                  \
      return result;                                     \
    }                                                    \
  } while (false)

// The name of a kernel. Other libraries compile the same source, and define the macro to add their own
// prefix. ETK_KERNEL_AS is for kernels that have another name there.
#ifndef ETK_KERNEL
#define ETK_KERNEL(name) name
#define ETK_KERNEL_AS(name, other) name
#endif

// Forces inlining of shared code in headers, even if it is large: an app usually has only one of the kernels
// that share it, and a call would have to pass many arguments.
#if defined(__GNUC__)
#define ETK_INLINE inline __attribute__((always_inline))
#else
#define ETK_INLINE inline
#endif

// Keeps a function that several kernels call from being inlined into each of them.
#if defined(__GNUC__)
#define ETK_SHARED __attribute__((noinline))
#else
#define ETK_SHARED
#endif

/// Whether this build needs `op` for `dtype`. `op` is the operator's name as in functions.yaml.
constexpr bool is_selected([[maybe_unused]] const char* op, [[maybe_unused]] ScalarType dtype) {
#ifdef EXECUTORCH_SELECTIVE_BUILD_DTYPE
  return should_include_kernel_dtype(op, dtype);
#else
  return true;
#endif
}

}  // namespace etk
