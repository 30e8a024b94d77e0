// Registers a C++ function as the kernel of an operator, without a yaml file:
//
//     Tensor& scale_out(KernelRuntimeContext& ctx, const Tensor& x, double by, Tensor& out);
//     EXECUTORCH_LIBRARY(my_ops, "scale.out", scale_out);
//
// The context as the first parameter is optional. The parameters after it are the arguments of the operator's
// schema, of these types, by value or by const reference:
//
//     Tensor, Tensor& (mutable), int64_t, double, bool, std::string_view, Scalar, ScalarType, MemoryFormat,
//     Layout, Device; ArrayRef of Tensor, std::optional<Tensor>, int64_t, double, bool; std::optional of each
//
// It returns its outs (a reference, a tuple of references, or nothing) or, for a functional operator, the
// result: a Tensor, int64_t, double, bool or Scalar. A cast selects an overload of a function:
// static_cast<Tensor& (*)(const Tensor&, Tensor&)>(scale_out).
//
// A call whose values do not have the types of the parameters fails on the context; it does not abort.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/profiler.h>

#include <cstddef>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rules_executorch/boxed_argument.h"
#include "rules_executorch/function_traits.h"

namespace rules_executorch {
namespace boxing {

using ::executorch::ET_RUNTIME_NAMESPACE::Kernel;
using ::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext;

/// Logs the tensor in `stack` that a kernel has written, for the event tracer.
inline void trace(KernelRuntimeContext& context, EValue& value) {
  ::executorch::ET_RUNTIME_NAMESPACE::internal::event_tracer_log_evalue(
      context.internal_event_tracer(), value);
}

/// The kernel `function` with the signature that the runtime calls. `Name::name()` is the operator.
template <typename F, F function, typename Name, size_t... I>
class Boxed {
  using Traits = FunctionTraits<F>;
  using Returned = typename Traits::Return;
  static constexpr size_t kArguments = Traits::kArguments;
  static constexpr bool kReturnsValue = !std::is_void_v<Returned> && !kIsOut<Returned>;
  static_assert(
      !kReturnsValue || kIsResult<Returned>,
      "a kernel returns what it wrote to, or one Tensor, int64_t, double, bool or Scalar, or nothing");

 public:
  static void call(KernelRuntimeContext& context, Span<EValue*> values) {
    // The arguments are followed by a slot for the result; it is optional for kernels that write to outs.
    if (values.size() != kArguments + 1 && (kReturnsValue || values.size() != kArguments)) {
      ET_LOG(Error, "%s: %zu values for %zu arguments", Name::name(), values.size(), kArguments);
      context.fail(Error::InvalidProgram);
      return;
    }
    ::executorch::ET_RUNTIME_NAMESPACE::internal::EventTracerProfileOpScope event_tracer_op_scope(
        context.internal_event_tracer(), Name::name());
    EXECUTORCH_SCOPE_PROF(Name::name());
    Stack stack{values};
    [[maybe_unused]] std::tuple<Argument<typename Traits::template Plain<I>>...> arguments{
        Argument<typename Traits::template Plain<I>>(stack, I)...};
    if (stack.error == Error::Ok && kReturnsValue) {
      stack.at(kArguments);
    }
    if (stack.error != Error::Ok) {
      ET_LOG(Error, "%s: an argument does not have the type that the kernel expects", Name::name());
      context.fail(stack.error);
      return;
    }
    guarded(context, values, std::get<I>(arguments).get()...);
  }

 private:
  template <typename... A>
  static void guarded(KernelRuntimeContext& context, Span<EValue*> values, A&... arguments) {
#if defined(__cpp_exceptions)
    try {
      run(context, values, arguments...);
    } catch (const std::exception& exception) {
      ET_LOG(Error, "%s: kernel threw an exception: %s", Name::name(), exception.what());
      context.fail(Error::Internal);
    } catch (...) {
      ET_LOG(Error, "%s: kernel threw an exception", Name::name());
      context.fail(Error::Internal);
    }
#else
    run(context, values, arguments...);
#endif
  }

  template <typename... A>
  static void run(KernelRuntimeContext& context, Span<EValue*> values, A&... arguments) {
    if constexpr (kReturnsValue) {
      *values[kArguments] = EValue(invoke(context, arguments...));
      trace(context, *values[kArguments]);
    } else {
      invoke(context, arguments...);
      (..., (Traits::template kIsMutable<I> ? trace(context, *values[I]) : void()));
    }
  }

  template <typename... A>
  static decltype(auto) invoke(KernelRuntimeContext& context, A&... arguments) {
    if constexpr (Traits::kTakesContext) {
      return function(context, arguments...);
    } else {
      return function(arguments...);
    }
  }
};

template <typename F, F function, typename Name, size_t... I>
constexpr Kernel boxed_kernel(std::index_sequence<I...>) {
  return Kernel(Name::name(), &Boxed<F, function, Name, I...>::call);
}

/// Registers `function` as the kernel of the operator `Name::name()`, for all dtypes and dim orders.
template <typename F, F function, typename Name>
[[nodiscard]] Error register_function() {
  static_assert(std::is_function_v<std::remove_pointer_t<F>>, "EXECUTORCH_LIBRARY registers functions");
  return ::executorch::ET_RUNTIME_NAMESPACE::register_kernel(
      boxed_kernel<F, function, Name>(std::make_index_sequence<FunctionTraits<F>::kArguments>()));
}

}  // namespace boxing
}  // namespace rules_executorch

// ExecuTorch defines a macro of this name in extension/kernel_util/make_boxed_from_unboxed_functor.h.
#undef EXECUTORCH_LIBRARY

/// Registers the following function as the kernel of `ns::op_name`, where `op_name` is "name.overload".
#define EXECUTORCH_LIBRARY(ns, op_name, ...) RE_LIBRARY_UNIQUE_(ns, op_name, __COUNTER__, (__VA_ARGS__))

#define RE_LIBRARY_UNIQUE_(ns, op_name, id, function) RE_LIBRARY_(ns, op_name, id, function)
#define RE_LIBRARY_(ns, op_name, id, function)                                             \
  namespace {                                                                              \
  struct ExecutorchLibraryName##id {                                                       \
    static constexpr const char* name() {                                                  \
      return #ns "::" op_name;                                                             \
    }                                                                                      \
  };                                                                                       \
  [[maybe_unused]] const ::executorch::runtime::Error executorch_library_registered_##id = \
      ::rules_executorch::boxing::register_function<                                       \
          decltype(::rules_executorch::pointer_to(function)),                              \
          function,                                                                        \
          ExecutorchLibraryName##id>();                                                    \
  }                                                                                        \
  static_assert(true, "")
