// Applies a function of two numbers to tensors of one shape and layout, element by element in memory.
#pragma once

#include <executorch/runtime/kernel/kernel_includes.h>

namespace example {

using executorch::aten::Scalar;
using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

// A kernel is found by dtypes and dim orders. Shapes are its own affair: it does not broadcast, and has to
// say so.
inline bool fits(const Tensor& a, const Tensor& b, Tensor& out) {
  return executorch::runtime::tensors_have_same_shape_and_dtype(a, b, out) &&
         executorch::runtime::tensors_have_same_dim_order(a, b, out);
}

template <typename T, typename Function>
void apply(const Tensor& a, const Tensor& b, Tensor& out, Function function) {
  const T* x = a.const_data_ptr<T>();
  const T* y = b.const_data_ptr<T>();
  T* result = out.mutable_data_ptr<T>();
  for (ssize_t i = 0; i < out.numel(); ++i) {
    result[i] = function(x[i], y[i]);
  }
}

}  // namespace example
