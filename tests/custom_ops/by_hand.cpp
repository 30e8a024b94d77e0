// Operators brought to both sides in C++ alone, without a yaml file.
#include <executorch/runtime/kernel/kernel_includes.h>
#include <torch/library.h>

#include <optional>
#include <stdexcept>

#include "rules_executorch/executorch_library.h"
#include "rules_executorch/wrap_to_aten.h"

using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using torch::executor::Tensor;

// With a context, and without one.
Tensor& twice_out(KernelRuntimeContext& ctx, const Tensor& x, Tensor& out) {
  ET_KERNEL_CHECK(ctx, executorch::runtime::tensors_have_same_dim_order(x, out), InvalidArgument, out);
  ET_KERNEL_CHECK(ctx, executorch::runtime::resize_tensor(out, x.sizes()) == Error::Ok, InvalidArgument, out);
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = 2 * x.const_data_ptr<float>()[i];
  }
  return out;
}

Tensor& add_out(const Tensor& x, std::optional<Tensor> y, Tensor& out) {
  for (ssize_t i = 0; i < x.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = x.const_data_ptr<float>()[i] + (y ? y->const_data_ptr<float>()[i] : 1);
  }
  return out;
}

void throws_out(const Tensor&, Tensor&) {
  throw std::runtime_error("no good");
}

EXECUTORCH_LIBRARY(by_hand, "twice.out", twice_out);
EXECUTORCH_LIBRARY(by_hand, "add.out", add_out);

at::Tensor add(const at::Tensor& x, const std::optional<at::Tensor>& y) {
  at::Tensor out = at::empty_like(x);
  WRAP_TO_ATEN(add_out, 2)(x, y, out);
  return out;
}

TORCH_LIBRARY(by_hand, m) {
  m.def("twice.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", WRAP_TO_ATEN(twice_out));
  m.def("add(Tensor x, Tensor? y) -> Tensor", add);
  m.def("add.out(Tensor x, Tensor? y, *, Tensor(a!) out) -> Tensor(a!)", WRAP_TO_ATEN(add_out, 2));
  m.def("throws.out(Tensor x, *, Tensor(a!) out) -> ()", WRAP_TO_ATEN(throws_out, 1));
}
