// Wraps a kernel on ExecuTorch's types as a function on ATen's types, for a library that PyTorch loads:
//
//     Tensor& scale_out(KernelRuntimeContext& ctx, const Tensor& x, double by, Tensor& out);
//
//     TORCH_LIBRARY(my_ops, m) {
//       m.def("scale.out(Tensor x, float by, *, Tensor(a!) out) -> Tensor(a!)", WRAP_TO_ATEN(scale_out, 2));
//     }
//
// The number is the index of the first out, not counting the context; without it, the outs are the last
// arguments, as many as the kernel returns references. The kernel may be any that executorch_library.h
// supports. It receives contiguous and channels-last tensors directly, and contiguous copies of all others.
// Outs have the sizes that the kernel sets. If the kernel fails, the function throws a c10::Error.
//
//     Tensor, Tensor&                      const at::Tensor&, at::Tensor&
//     int64_t, double, bool, string_view   the same
//     Scalar, ScalarType, MemoryFormat,    const at::Scalar&, at::ScalarType, at::MemoryFormat,
//       Layout, Device                       at::Layout, at::Device
//     ArrayRef of int64_t, double          at::ArrayRef
//     ArrayRef<bool>                       const c10::List<bool>&
//     ArrayRef<Tensor>                     at::TensorList
//     ArrayRef<std::optional<Tensor>>      const c10::List<std::optional<at::Tensor>>&
//     std::optional of each                std::optional, const std::optional&; at::OptionalIntArrayRef
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rules_executorch/aten_argument.h"
#include "rules_executorch/aten_attempt.h"
#include "rules_executorch/aten_signature.h"
#include "rules_executorch/aten_tensor.h"
#include "rules_executorch/function_traits.h"
#include "rules_executorch/kernel_log.h"

namespace rules_executorch {
namespace aten {

using ::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext;
using ::executorch::runtime::Error;

/// The default: as many outs as the kernel returns.
constexpr size_t kLastArguments = static_cast<size_t>(-1);

template <typename F, F function, size_t out_index, typename Name, typename Indices>
class Wrapper;

template <typename F, F function, size_t out_index, typename Name, size_t... I>
class Wrapper<F, function, out_index, Name, std::index_sequence<I...>> {
  using Traits = FunctionTraits<F>;
  using Returned = typename Traits::Return;
  static constexpr size_t kArguments = Traits::kArguments;
  static constexpr bool kReturnsValue = !std::is_void_v<Returned> && !kIsOut<Returned>;
  static_assert(
      !kReturnsValue || kIsResult<Returned>,
      "a kernel returns what it wrote to, or one Tensor, int64_t, double, bool or Scalar, or nothing");
  static_assert(
      out_index == kLastArguments || out_index < kArguments,
      "WRAP_TO_ATEN: the index of the first out is that of an argument, not counting the context");
  static constexpr size_t kFirstOut =
      out_index != kLastArguments ? out_index : kArguments - (kReturnsValue ? 0 : kOutCount<Returned>);
  static_assert(
      kIsOneOf<Returned, void, et::TensorList> || kReturnsValue ||
          kFirstOut + kOutCount<Returned> <= kArguments,
      "WRAP_TO_ATEN: the kernel returns more tensors than it has arguments from the first out on");

  template <size_t i>
  static constexpr Role kRole =
      i >= kFirstOut && (Traits::template kIsMutable<i> ||
                         std::is_same_v<typename Traits::template Plain<i>, et::TensorList>)
          ? Role::kOut
      : Traits::template kIsMutable<i> ? Role::kMutable
                                       : Role::kInput;
  // A mutable argument that keeps its content between calls must not be written twice, and lists of outs
  // cannot be allocated here.
  static constexpr bool kMayRetry = ((kRole<I> != Role::kMutable) && ...) &&
                                    ((kRole<I> != Role::kOut || Traits::template kIsMutable<I>) && ...) &&
                                    ((kRole<I> == Role::kOut) || ...);

 public:
  /// The wrapper's result type.
  using Return = typename ReturnOf<Returned>::Type;

  static Return wrap(typename ParameterOf<typename Traits::template Declared<I>>::Type... arguments) {
    // The index of the attempt that succeeded last.
    static std::atomic<size_t> usual{0};
    bool are_guesses = OutsAreGuesses::count() > 0;
    (..., (kRole<I> == Role::kOut ? note_guess(arguments, are_guesses) : void()));
    const size_t attempts = !kMayRetry ? 1 : are_guesses ? kAttemptCount : 2;
    const size_t first = attempts > 2 ? usual.load() : 0;
    Attempt base;
    (..., (kRole<I> == Role::kOut ? void() : look_at(arguments, base)));
    base.capacity = std::clamp<int64_t>(64 * base.capacity, int64_t{1} << 20, int64_t{1} << 30);
    Result result;
    // The error message of the first attempt.
    std::string failure;
    bool is_done = call(kAttempts[first], base, result, failure, arguments...);
    for (size_t i = 0; !is_done && i < attempts; ++i) {
      std::string ignored;
      if (i != first && call(kAttempts[i], base, result, ignored, arguments...)) {
        usual = i;
        is_done = true;
      }
    }
    TORCH_CHECK(is_done, Name::name(), ": the kernel failed: ", failure);
    if constexpr (kReturnsValue) {
      return *std::move(result);
    } else if constexpr (!std::is_void_v<Return>) {
      return outs<Return>(std::tie(arguments...), std::make_index_sequence<kOutCount<Returned>>());
    }
  }

 private:
  using Result = std::conditional_t<kReturnsValue, std::optional<Return>, std::nullopt_t*>;

  template <typename A>
  static void note_guess(const A& out, bool& are_guesses) {
    if constexpr (std::is_same_v<A, at::Tensor>) {
      are_guesses |= may_be_anything(out);
    }
  }

  /// Updates what `base` knows about the inputs.
  template <typename A>
  static void look_at(const A& argument, Attempt& base) {
    if constexpr (std::is_same_v<A, at::Tensor>) {
      if (argument.defined()) {
        base.capacity += static_cast<int64_t>(argument.nbytes());
        base.rank = std::max(base.rank, argument.dim());
      }
    } else if constexpr (std::is_same_v<A, at::TensorList>) {
      for (const at::Tensor& tensor : argument) {
        look_at(tensor, base);
      }
    }
  }

  template <typename R, typename Arguments, size_t... O>
  static R outs(const Arguments& arguments, std::index_sequence<O...>) {
    if constexpr (std::is_reference_v<R>) {
      return std::get<kFirstOut>(arguments);
    } else {
      return R(std::get<kFirstOut + O>(arguments)...);
    }
  }

  template <typename... A>
  static bool call(
      Attempt attempt,
      const Attempt& base,
      [[maybe_unused]] Result& result,
      std::string& failure,
      A&... arguments) {
    attempt.capacity = base.capacity;
    attempt.rank = base.rank;
    KernelLog log;
    TemporaryMemory temporary;
    KernelRuntimeContext context(nullptr, &temporary);
    try {
      std::tuple<std::unique_ptr<Held<typename Traits::template Plain<I>>>...> held{
          std::make_unique<Held<typename Traits::template Plain<I>>>(arguments, kRole<I>, attempt)...};
      if constexpr (kReturnsValue) {
        auto value = invoke(context, std::get<I>(held)->get()...);
        if (context.failure_state() == Error::Ok) {
          result.emplace(to_aten_result(value));
        }
      } else {
        invoke(context, std::get<I>(held)->get()...);
      }
      if (context.failure_state() == Error::Ok) {
        (..., std::get<I>(held)->write_back());
      }
    } catch (const c10::Error& error) {
      TORCH_CHECK(false, Name::name(), ": ", error.what_without_backtrace());
    } catch (const std::exception& exception) {
      TORCH_CHECK(false, Name::name(), ": the kernel threw an exception: ", exception.what());
    }
    failure = ::executorch::runtime::to_string(context.failure_state()) + log.text();
    return context.failure_state() == Error::Ok;
  }

  template <typename... A>
  static decltype(auto) invoke([[maybe_unused]] KernelRuntimeContext& context, A&... arguments) {
    if constexpr (Traits::kTakesContext) {
      return function(context, arguments...);
    } else {
      return function(arguments...);
    }
  }
};

constexpr size_t out_index() {
  return kLastArguments;
}
constexpr size_t out_index(size_t index) {
  return index;
}

/// The wrapper of a kernel; errors call it `Name::name()`.
template <typename F, F function, typename Name, size_t out_index = kLastArguments>
using WrapperOf =
    Wrapper<F, function, out_index, Name, std::make_index_sequence<FunctionTraits<F>::kArguments>>;

}  // namespace aten
}  // namespace rules_executorch

// ExecuTorch defines a macro of this name in extension/aten_util/make_aten_functor_from_et_functor.h.
#undef WRAP_TO_ATEN

/// A pointer to the function with ATen types for the kernel `function`; the index of the first out may
/// follow.
#define WRAP_TO_ATEN(function, ...)                                         \
  ([] {                                                                     \
    struct Name {                                                           \
      static constexpr const char* name() {                                 \
        return #function;                                                   \
      }                                                                     \
    };                                                                      \
    using Wrapper = ::rules_executorch::aten::WrapperOf<                    \
        decltype(::rules_executorch::pointer_to(function)), function, Name, \
        ::rules_executorch::aten::out_index(__VA_ARGS__)>;                  \
    return &Wrapper::wrap;                                                  \
  }())
