// Support for a library of operators for PyTorch, in addition to its kernels: outs for functional operators,
// and results without data, which torch.export needs for tracing.
#pragma once

#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules_executorch/wrap_to_aten.h"

namespace rules_executorch {
namespace aten {

/// Appends the tensors of an argument.
template <typename A>
void add_tensors(const A& argument, std::vector<at::Tensor>& tensors) {
  if constexpr (std::is_same_v<A, at::Tensor>) {
    if (argument.defined()) {
      tensors.push_back(argument);
    }
  } else if constexpr (std::is_same_v<A, std::optional<at::Tensor>>) {
    add_tensors(argument.value_or(at::Tensor()), tensors);
  } else if constexpr (std::is_same_v<A, at::TensorList>) {
    for (const at::Tensor& tensor : argument) {
      add_tensors(tensor, tensors);
    }
  } else if constexpr (std::is_same_v<A, c10::List<std::optional<at::Tensor>>>) {
    for (const std::optional<at::Tensor>& tensor : argument.vec()) {
      add_tensors(tensor, tensors);
    }
  }
}

/// The tensors among the arguments of a call.
template <typename... A>
std::vector<at::Tensor> tensors_of(const A&... arguments) {
  std::vector<at::Tensor> tensors;
  (..., add_tensors(arguments, tensors));
  return tensors;
}

/// A guess of an operator's result: its dtype is the given one or, by default, the first tensor's; its shape
/// is the broadcast shape of all tensors or, if they cannot be broadcast, the first tensor's. The result is
/// all zeros.
inline at::Tensor guess(const std::vector<at::Tensor>& tensors, std::optional<at::ScalarType> dtype) {
  if (tensors.empty()) {
    return at::zeros({0}, at::TensorOptions(dtype.value_or(at::kFloat)));
  }
  const at::Tensor& first = tensors.front();
  c10::SymDimVector sizes(first.sym_sizes());
  try {
    for (const at::Tensor& tensor : tensors) {
      sizes = at::infer_size_symdimvector(sizes, tensor.sym_sizes());
    }
  } catch (const c10::Error&) {
    sizes = first.sym_sizes();
  }
  const at::TensorOptions options = first.options().dtype(dtype.value_or(first.scalar_type()));
  for (const at::Tensor& tensor : tensors) {
    // A tensor with that shape also provides the strides, so that channels-last is kept.
    if (tensor.sym_sizes() == c10::SymIntArrayRef(sizes)) {
      return at::zeros_like(tensor, options);
    }
  }
  return at::zeros_symint(sizes, options);
}

/// Rejects tensors that have data but are not on the CPU: there are no kernels for other devices.
inline void require_no_data(const char* name, const std::vector<at::Tensor>& tensors) {
  for (const at::Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.is_meta(), name, " has no kernel for tensors on ", tensor.device());
  }
}

/// A tensor of zeros on the CPU, with the metadata of a tensor without data.
inline at::Tensor zeros_for(const at::Tensor& tensor) {
  return tensor.defined()
             ? at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU)).zero_()
             : tensor;
}
inline std::optional<at::Tensor> zeros_for(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() ? std::optional<at::Tensor>(zeros_for(*tensor)) : std::nullopt;
}
inline std::vector<at::Tensor> zeros_for(at::TensorList tensors) {
  std::vector<at::Tensor> result;
  for (const at::Tensor& tensor : tensors) {
    result.push_back(zeros_for(tensor));
  }
  return result;
}
inline c10::List<std::optional<at::Tensor>> zeros_for(const c10::List<std::optional<at::Tensor>>& tensors) {
  c10::List<std::optional<at::Tensor>> result;
  for (const std::optional<at::Tensor>& tensor : tensors.vec()) {
    result.push_back(zeros_for(tensor));
  }
  return result;
}
template <typename A>
const A& zeros_for(const A& argument) {
  return argument;
}

inline at::Tensor without_data(const at::Tensor& tensor) {
  return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
}
template <typename... T>
std::tuple<T...> without_data(const std::tuple<T...>& tensors) {
  return std::apply([](const T&... each) { return std::tuple<T...>(without_data(each)...); }, tensors);
}

/// The result of an operator for tensors without data: the kernel's result for zeros, without its data.
template <typename F, typename... A>
auto trace(const char* name, F function, const A&... arguments) {
  const std::vector<at::Tensor> tensors = tensors_of(arguments...);
  require_no_data(name, tensors);
  for (const at::Tensor& tensor : tensors) {
    TORCH_CHECK(
        !tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides(), name,
        ": say what it returns for tensors of dynamic shapes: @torch.library.register_fake(\"", name, "\")");
  }
  const auto result = [&] {
    // A tracing context intercepts every operator; these calls must run normally.
    const c10::DispatchKeySet excluded =
        c10::default_excluded_set | c10::autograd_dispatch_keyset_with_ADInplaceOrView |
        c10::DispatchKeySet({c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot});
    c10::impl::ForceDispatchKeyGuard guard(
        c10::default_included_set - c10::autograd_dispatch_keyset_with_ADInplaceOrView, excluded);
    return function(zeros_for(arguments)...);
  }();
  return without_data(result);
}

}  // namespace aten
}  // namespace rules_executorch
