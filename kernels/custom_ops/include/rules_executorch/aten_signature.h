// The signature of a kernel's wrapper: ATen types for the kernel's parameters and its result.
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "rules_executorch/aten_argument.h"
#include "rules_executorch/aten_tensor.h"

namespace rules_executorch {
namespace aten {

/// The wrapper's parameter type for a parameter type of the kernel.
template <typename Declared>
struct ParameterOf {
  using Type = typename Held<std::decay_t<Declared>>::Aten;
};
template <>
struct ParameterOf<et::Tensor&> {
  using Type = at::Tensor&;
};

/// The number of last arguments that a kernel returns.
template <typename R>
constexpr size_t kOutCount = std::is_reference_v<R> ? 1 : 0;
template <typename... R>
constexpr size_t kOutCount<std::tuple<R...>> = sizeof...(R);

/// The wrapper's result type for the kernel's result type.
template <typename R>
struct ReturnOf {
  using Type = R;
};
template <>
struct ReturnOf<et::Tensor> {
  using Type = at::Tensor;
};
template <>
struct ReturnOf<et::Tensor&> {
  using Type = at::Tensor&;
};
template <>
struct ReturnOf<const et::Tensor&> {
  using Type = at::Tensor&;
};
template <>
struct ReturnOf<et::Scalar> {
  using Type = at::Scalar;
};
template <>
struct ReturnOf<et::TensorList> {
  using Type = void;
};
template <typename... R>
struct ReturnOf<std::tuple<R...>> {
  using Type = std::tuple<std::conditional_t<true, at::Tensor&, R>...>;
};

/// Converts a kernel's result, if it is not an out, to the wrapper's result.
template <typename T>
typename ReturnOf<T>::Type to_aten_result(const T& value) {
  if constexpr (std::is_same_v<T, et::Tensor>) {
    return to_aten(value);
  } else if constexpr (std::is_same_v<T, et::Scalar>) {
    return value.isBoolean()         ? at::Scalar(value.template to<bool>())
           : value.isFloatingPoint() ? at::Scalar(value.template to<double>())
                                     : at::Scalar(value.template to<int64_t>());
  } else {
    return value;
  }
}

}  // namespace aten
}  // namespace rules_executorch
