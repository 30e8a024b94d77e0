// Makes a function on ATen's types of a kernel on ExecuTorch's, for a library that PyTorch loads:
//
//     Tensor& scale_out(KernelRuntimeContext& ctx, const Tensor& x, double by, Tensor& out);
//
//     TORCH_LIBRARY(my_ops, m) {
//       m.def("scale.out(Tensor x, float by, *, Tensor(a!) out) -> Tensor(a!)", WRAP_TO_ATEN(scale_out, 2));
//     }
//
// The number is the index of the first out, not counting the context; without it, the outs are as many of the
// last arguments as the kernel returns references. The kernel may be any that executorch_library.h takes. It
// gets the tensors as they are in memory, contiguous or channels-last, and copies of those that are neither.
// Outs get the sizes that the kernel gives them. A kernel's failure is a c10::Error.
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
#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules_executorch/aten_tensor.h"
#include "rules_executorch/function_traits.h"
#include "rules_executorch/kernel_log.h"

namespace rules_executorch {
namespace aten {

namespace et = ::executorch::aten;
using ::executorch::ET_RUNTIME_NAMESPACE::KernelRuntimeContext;
using ::executorch::runtime::Error;

/// How the outs of a call are made. A kernel may resize an out, but neither change its rank nor grow its
/// memory, so where the out it is given does not do, ranks are tried, with memory that is larger than any
/// result.
struct Attempt {
  bool in_scratch = false;
  int more_dimensions = 0;
  /// Of the memory, in bytes.
  int64_t capacity = 0;
  /// The rank of an out that is torch.empty(0), which means that it may be anything.
  int64_t rank = 0;
};

/// The first two are for every out, the others for those whose rank nobody knows.
constexpr Attempt kAttempts[] = {{}, {true, 0}, {true, -1}, {true, 1}, {true, -2}, {true, 2}, {true, -3}};
constexpr size_t kAttemptCount = sizeof(kAttempts) / sizeof(Attempt);

/// While one exists, the outs of calls in its thread are fresh tensors, of sizes that are no more than a
/// guess.
class OutsAreGuesses {
 public:
  OutsAreGuesses() {
    ++count();
  }
  ~OutsAreGuesses() {
    --count();
  }
  OutsAreGuesses(const OutsAreGuesses&) = delete;
  OutsAreGuesses& operator=(const OutsAreGuesses&) = delete;

  static int& count() {
    static thread_local int count = 0;
    return count;
  }
};

/// Whether a tensor stands for one of any sizes, as `torch.empty(0)` does for an out.
inline bool may_be_anything(const at::Tensor& out) {
  return out.dim() == 1 && out.numel() == 0;
}

/// What a kernel does with a parameter.
enum class Role { kInput, kMutable, kOut };

/// Memory that a kernel asks for and that lasts as long as its call.
class TemporaryMemory : public ::executorch::runtime::MemoryAllocator {
 public:
  TemporaryMemory() : MemoryAllocator(0, nullptr) {}

  void* allocate(size_t size, size_t alignment = kDefaultAlignment) override {
    blocks_.push_back(std::make_unique<char[]>(size + alignment));
    void* start = blocks_.back().get();
    size_t space = size + alignment;
    return std::align(alignment, size, start, space);
  }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
};

/// Holds an argument of a call: made of ATen's value, and gives ExecuTorch's.
template <typename T>
struct Held {
  static_assert(
      kIsValue<T>,
      "a kernel has a parameter that no value of a program has the type of: use int64_t for integers, double "
      "for "
      "floating point numbers, std::string_view for text, and see wrap_to_aten.h for the others");
  using Aten = T;
  Held(T value, Role, const Attempt&) : value(value) {}
  T& get() {
    return value;
  }
  void write_back() {}
  T value;
};

template <>
struct Held<et::Tensor> {
  using Aten = const at::Tensor&;
  Held(const at::Tensor& tensor, Role role, const Attempt& attempt) : view(make(tensor, role, attempt)) {}
  EtTensor& get() {
    return view.get();
  }
  void write_back() {
    view.write_back();
  }
  static TensorView make(const at::Tensor& tensor, Role role, const Attempt& attempt) {
    if (role != Role::kOut || !(attempt.in_scratch || may_be_anything(tensor))) {
      return TensorView(tensor, role == Role::kInput ? Use::kRead : Use::kWrite);
    }
    // An out that the caller made has the rank that the caller wants.
    const bool is_guess = may_be_anything(tensor) || OutsAreGuesses::count() > 0;
    const int64_t usual = may_be_anything(tensor) ? attempt.rank : tensor.dim();
    const int64_t rank = std::max<int64_t>(usual + (is_guess ? attempt.more_dimensions : 0), 0);
    const int64_t elements =
        std::max<int64_t>(attempt.capacity / static_cast<int64_t>(tensor.element_size()), 1);
    return TensorView(tensor, at::empty({elements}, tensor.options()), static_cast<size_t>(rank));
  }
  TensorView view;
};

template <>
struct Held<et::Scalar> {
  using Aten = const at::Scalar&;
  Held(const at::Scalar& scalar, Role, const Attempt&) : value(convert(scalar)) {}
  et::Scalar& get() {
    return value;
  }
  void write_back() {}
  static et::Scalar convert(const at::Scalar& scalar) {
    if (scalar.isBoolean()) {
      return et::Scalar(scalar.toBool());
    }
    if (scalar.isIntegral(/*includeBool=*/false)) {
      return et::Scalar(scalar.toLong());
    }
    TORCH_CHECK(scalar.isFloatingPoint(), "ExecuTorch has no complex scalars");
    return et::Scalar(scalar.toDouble());
  }
  et::Scalar value;
};

/// Types that are numbers in both, and the same ones.
template <typename T, typename AtenT>
struct HeldNumber {
  using Aten = AtenT;
  HeldNumber(AtenT value, Role, const Attempt&) : value(static_cast<T>(value)) {}
  T& get() {
    return value;
  }
  void write_back() {}
  T value;
};

template <>
struct Held<et::ScalarType> : HeldNumber<et::ScalarType, at::ScalarType> {
  using HeldNumber::HeldNumber;
};
template <>
struct Held<et::MemoryFormat> : HeldNumber<et::MemoryFormat, at::MemoryFormat> {
  using HeldNumber::HeldNumber;
};
template <>
struct Held<et::Layout> : HeldNumber<et::Layout, at::Layout> {
  using HeldNumber::HeldNumber;
};

template <>
struct Held<et::Device> {
  using Aten = at::Device;
  Held(at::Device device, Role, const Attempt&)
      : value(static_cast<et::DeviceType>(device.type()), device.index()) {}
  et::Device& get() {
    return value;
  }
  void write_back() {}
  et::Device value;
};

template <typename T>
struct HeldList {
  using Aten = at::ArrayRef<T>;
  HeldList(at::ArrayRef<T> list, Role, const Attempt&) : value(list.data(), list.size()) {}
  et::ArrayRef<T>& get() {
    return value;
  }
  void write_back() {}
  et::ArrayRef<T> value;
};

template <>
struct Held<et::ArrayRef<int64_t>> : HeldList<int64_t> {
  using HeldList::HeldList;
};
template <>
struct Held<et::ArrayRef<double>> : HeldList<double> {
  using HeldList::HeldList;
};

template <>
struct Held<et::ArrayRef<bool>> {
  using Aten = const c10::List<bool>&;
  Held(const c10::List<bool>& list, Role, const Attempt&) : items(std::make_unique<bool[]>(list.size())) {
    std::copy(list.begin(), list.end(), items.get());
    value = {items.get(), list.size()};
  }
  et::ArrayRef<bool>& get() {
    return value;
  }
  void write_back() {}
  std::unique_ptr<bool[]> items;
  et::ArrayRef<bool> value;
};

template <>
struct Held<et::ArrayRef<et::Tensor>> {
  using Aten = at::TensorList;
  Held(at::TensorList list, Role role, const Attempt&) {
    for (const at::Tensor& tensor : list) {
      views.emplace_back(tensor, role == Role::kInput ? Use::kRead : Use::kWrite);
      tensors.push_back(views.back().get());
    }
    value = {tensors.data(), tensors.size()};
  }
  et::ArrayRef<et::Tensor>& get() {
    return value;
  }
  void write_back() {
    for (TensorView& view : views) {
      view.write_back();
    }
  }
  std::vector<TensorView> views;
  std::vector<et::Tensor> tensors;
  et::ArrayRef<et::Tensor> value;
};

template <>
struct Held<et::ArrayRef<std::optional<et::Tensor>>> {
  using Aten = const c10::List<std::optional<at::Tensor>>&;
  Held(const c10::List<std::optional<at::Tensor>>& list, Role, const Attempt&) {
    for (const std::optional<at::Tensor>& tensor : list.vec()) {
      if (tensor.has_value() && tensor->defined()) {
        views.emplace_back(*tensor, Use::kRead);
        tensors.emplace_back(views.back().get());
      } else {
        tensors.emplace_back(std::nullopt);
      }
    }
    value = {tensors.data(), tensors.size()};
  }
  et::ArrayRef<std::optional<et::Tensor>>& get() {
    return value;
  }
  void write_back() {}
  std::vector<TensorView> views;
  std::vector<std::optional<et::Tensor>> tensors;
  et::ArrayRef<std::optional<et::Tensor>> value;
};

/// The type of an optional of ATen's: references, as ATen has them, for what is not small.
template <typename T>
struct OptionalOf {
  using Aten = std::optional<T>;
};
template <typename T>
struct OptionalOf<const T&> {
  using Aten = const std::optional<T>&;
};
template <>
struct OptionalOf<at::IntArrayRef> {
  using Aten = at::OptionalIntArrayRef;
};

template <typename T>
struct Held<std::optional<T>> {
  using Aten = typename OptionalOf<typename Held<T>::Aten>::Aten;
  Held(Aten given, Role role, const Attempt& attempt) {
    if (given.has_value() && is_there(*given)) {
      held.emplace(*given, role, attempt);
      value.emplace(held->get());
    }
  }
  std::optional<T>& get() {
    return value;
  }
  void write_back() {
    if (held.has_value()) {
      held->write_back();
    }
  }
  template <typename A>
  static bool is_there(const A& given) {
    if constexpr (std::is_same_v<A, at::Tensor>) {
      return given.defined();
    } else {
      return true;
    }
  }
  std::optional<Held<T>> held;
  std::optional<T> value;
};

/// The type of the wrapper's parameter for a parameter of the kernel.
template <typename Declared>
struct ParameterOf {
  using Type = typename Held<std::decay_t<Declared>>::Aten;
};
template <>
struct ParameterOf<et::Tensor&> {
  using Type = at::Tensor&;
};

/// How many of the last arguments a kernel returns.
template <typename R>
constexpr size_t kOutCount = std::is_reference_v<R> ? 1 : 0;
template <typename... R>
constexpr size_t kOutCount<std::tuple<R...>> = sizeof...(R);

/// The type of the wrapper's result for that of the kernel.
template <typename R>
struct ReturnOf {
  using Type = R;
};
template <typename... R>
struct ReturnOf<std::tuple<R...>> {
  using Type = std::tuple<std::conditional_t<true, at::Tensor&, R>...>;
};

/// Stands for "as many as the kernel returns".
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
  // Memory that keeps its content from call to call rules out a second try, lists of outs a first.
  static constexpr bool kMayRetry = ((kRole<I> != Role::kMutable) && ...) &&
                                    ((kRole<I> != Role::kOut || Traits::template kIsMutable<I>) && ...) &&
                                    ((kRole<I> == Role::kOut) || ...);

 public:
  /// What the wrapper returns.
  using Return = std::conditional_t<
      std::is_same_v<std::remove_const_t<std::remove_reference_t<Returned>>, et::Tensor>,
      std::conditional_t<std::is_reference_v<Returned>, at::Tensor&, at::Tensor>,
      std::conditional_t<
          std::is_same_v<Returned, et::Scalar>,
          at::Scalar,
          std::conditional_t<
              std::is_same_v<Returned, et::TensorList>,
              void,
              typename ReturnOf<Returned>::Type>>>;

  static Return wrap(typename ParameterOf<typename Traits::template Declared<I>>::Type... arguments) {
    // The attempt that was right the last time.
    static std::atomic<size_t> usual{0};
    bool are_guesses = OutsAreGuesses::count() > 0;
    (..., (kRole<I> == Role::kOut ? note_guess(arguments, are_guesses) : void()));
    const size_t attempts = !kMayRetry ? 1 : are_guesses ? kAttemptCount : 2;
    const size_t first = attempts > 2 ? usual.load() : 0;
    Attempt base;
    (..., (kRole<I> == Role::kOut ? void() : look_at(arguments, base)));
    base.capacity = std::clamp<int64_t>(64 * base.capacity, int64_t{1} << 20, int64_t{1} << 30);
    Result result;
    // What is said of the first failure.
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

  /// Adds an input to what `base` knows of the inputs.
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
          result.emplace(to_result(value));
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

  template <typename T>
  static Return to_result(const T& value) {
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
};

constexpr size_t out_index() {
  return kLastArguments;
}
constexpr size_t out_index(size_t index) {
  return index;
}

/// The wrapper of a kernel; `Name::name()` is what errors call it.
template <typename F, F function, typename Name, size_t out_index = kLastArguments>
using WrapperOf =
    Wrapper<F, function, out_index, Name, std::make_index_sequence<FunctionTraits<F>::kArguments>>;

}  // namespace aten
}  // namespace rules_executorch

// ExecuTorch's macro of this name is of extension/aten_util/make_aten_functor_from_et_functor.h.
#undef WRAP_TO_ATEN

/// A pointer to the function on ATen's types of the kernel `function`; an index of the first out may follow.
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
