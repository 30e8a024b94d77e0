// Traits of a kernel's signature, for the code that boxes kernels for the runtime and wraps them for ATen.
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace rules_executorch {

template <typename T, typename... Types>
constexpr bool kIsOneOf = (std::is_same_v<T, Types> || ...);

/// Whether the type can be a value of a program, other than Tensor and optional.
template <typename T>
constexpr bool kIsValue = kIsOneOf<
    T,
    int64_t,
    double,
    bool,
    std::string_view,
    ::executorch::aten::Scalar,
    ::executorch::aten::ScalarType,
    ::executorch::aten::MemoryFormat,
    ::executorch::aten::Layout,
    ::executorch::aten::Device,
    ::executorch::aten::ArrayRef<int64_t>,
    ::executorch::aten::ArrayRef<double>,
    ::executorch::aten::ArrayRef<bool>,
    ::executorch::aten::ArrayRef<::executorch::aten::Tensor>,
    ::executorch::aten::ArrayRef<std::optional<::executorch::aten::Tensor>>>;

/// Whether a functional kernel may return the type.
template <typename T>
constexpr bool kIsResult =
    kIsOneOf<T, ::executorch::aten::Tensor, int64_t, double, bool, ::executorch::aten::Scalar>;

/// Whether a kernel that returns the type returns its outs: a reference, or a tuple of references.
template <typename T>
constexpr bool kIsOut = std::is_reference_v<T> || kIsOneOf<T, ::executorch::aten::TensorList>;
template <typename... T>
constexpr bool kIsOut<std::tuple<T...>> = (kIsOut<T> && ...);

namespace detail {

template <typename T>
using Context = std::is_same<T, ::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext&>;

template <typename R, bool takes_context, typename... A>
struct Signature {
  using Return = R;
  using Arguments = std::tuple<A...>;
  static constexpr bool kTakesContext = takes_context;
  static constexpr size_t kArguments = sizeof...(A);

  /// The type of an argument as declared.
  template <size_t i>
  using Declared = std::tuple_element_t<i, Arguments>;
  /// The type of an argument without reference and const.
  template <size_t i>
  using Plain = std::decay_t<Declared<i>>;
  /// Whether the kernel may write to the argument.
  template <size_t i>
  static constexpr bool kIsMutable = std::is_same_v<Declared<i>, ::executorch::aten::Tensor&>;

  static_assert(
      (... && (!std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>> ||
               std::is_same_v<A, ::executorch::aten::Tensor&>)),
      "a kernel may take a Tensor by reference to write to it; every other parameter is a value or a const "
      "reference");
  static_assert(!(... || Context<A>::value), "a kernel takes its KernelRuntimeContext& first");
};

}  // namespace detail

/// The traits of a function type or pointer: `Return`, and the arguments after an optional
/// KernelRuntimeContext&.
template <typename F>
struct FunctionTraits;

template <typename R, typename... A>
struct FunctionTraits<R (*)(A...)> : detail::Signature<R, false, A...> {};

template <typename R, typename... A>
struct FunctionTraits<R (*)(::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext&, A...)>
    : detail::Signature<R, true, A...> {};

template <typename R, typename... A>
struct FunctionTraits<R (*)(A...) noexcept> : FunctionTraits<R (*)(A...)> {};

/// The pointer type of a function or function pointer.
template <typename F>
F pointer_to(F);

}  // namespace rules_executorch
