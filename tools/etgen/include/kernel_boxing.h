// Boxing: the runtime calls a kernel with values on a stack, and a kernel is a C++ function.
//
// `etgen generate` writes this file, as it is, next to the unit that registers kernels, and only that
// includes it. It needs the runtime's headers, of any release from 1.0 on, and nothing else. The unit is two
// tables:
//
//     ET_REGISTERS(aten_add_DOT_out);
//
//     const Kernel kernels[] = {ET_KERNEL("aten::add.out", "native_call_add.out", 1, ::native::add_out)};
//
// A kernel is called with values of the types of its parameters, which etgen declares by the operator's
// schema. If a value is of another type, or there are too many or too few, the call fails on its context, and
// the kernel does not run. A unit that defines ET_CALL_FACTS has kernels that are compiled for the calls of
// models, and tables of what is true of these (call_facts.h); other calls fail likewise.
//
// All is in an unnamed namespace: a binary may have units for other runtimes, and units compiled with other
// flags.
#ifndef RULES_EXECUTORCH_KERNEL_BOXING_H_
#define RULES_EXECUTORCH_KERNEL_BOXING_H_

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h>
#include <executorch/runtime/core/span.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/profiler.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#ifdef ET_CALL_FACTS
#include "call_facts.h"
#endif

/// The capacity of the runtime's registry, which executorch_source_runtime says where it is given as a
/// number.
#ifndef RULES_EXECUTORCH_MAX_KERNEL_NUM
#define RULES_EXECUTORCH_MAX_KERNEL_NUM SIZE_MAX
#endif

namespace rules_executorch {
namespace boxing {
namespace {

using ::executorch::aten::ArrayRef;
using ::executorch::aten::Scalar;
using ::executorch::aten::ScalarType;
using ::executorch::aten::Tensor;
using ::executorch::runtime::Error;
using ::executorch::runtime::EValue;
using ::executorch::runtime::KernelRuntimeContext;
using ::executorch::runtime::Result;
using ::executorch::runtime::Span;

/// Whether a T is a list that no value holds as it is.
template <typename T>
constexpr bool is_converted = false;
template <>
constexpr bool is_converted<ArrayRef<Scalar>> = true;
template <>
constexpr bool is_converted<ArrayRef<ScalarType>> = true;
template <>
constexpr bool is_converted<ArrayRef<std::string_view>> = true;
template <typename T>
constexpr bool is_converted<ArrayRef<std::optional<T>>> = std::is_arithmetic_v<T>;

template <typename T>
constexpr bool is_optional = false;
template <typename T>
constexpr bool is_optional<std::optional<T>> = true;

template <typename T>
constexpr bool holds_tensors =
    std::is_same_v<T, ArrayRef<Tensor>> || std::is_same_v<T, ArrayRef<std::optional<Tensor>>>;

/// What a value holds, if that is a T. The runtime's own tryTo() came with ExecuTorch 1.3.
template <typename T, typename Value>
auto value_as(const Value& value, int) -> decltype(value.template tryTo<T>()) {
  return value.template tryTo<T>();
}
template <typename T>
Result<T> value_as(const EValue& value, ...) {
  bool is_type = value.isInt();  // and dtypes, layouts and devices are numbers, too
  if constexpr (std::is_same_v<T, double>) {
    is_type = value.isDouble();
  } else if constexpr (std::is_same_v<T, bool>) {
    is_type = value.isBool();
  } else if constexpr (std::is_same_v<T, Scalar>) {
    is_type = value.isScalar();
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    is_type = value.isString();
  } else if constexpr (std::is_same_v<T, ArrayRef<int64_t>>) {
    is_type = value.isIntList();
  } else if constexpr (std::is_same_v<T, ArrayRef<double>>) {
    is_type = value.isDoubleList();
  } else if constexpr (std::is_same_v<T, ArrayRef<bool>>) {
    is_type = value.isBoolList();
  } else if constexpr (std::is_same_v<T, ArrayRef<Tensor>>) {
    is_type = value.isTensorList();
  } else if constexpr (std::is_same_v<T, ArrayRef<std::optional<Tensor>>>) {
    is_type = value.isListOptionalTensor();
  }
  if (!is_type) {
    return Error::InvalidType;
  }
  return value.to<T>();
}

/// What no tensor exceeds that kernels walk, and, of an empty one, the bytes of its rows if each had one
/// element.
constexpr float kMostBytes = static_cast<float>(SIZE_MAX / 4), kMostRows = 1 << 28;

/// is_walkable for tensors that are empty, or large. Apart from it, so that it does not slow down the others.
[[maybe_unused]]
#if defined(__GNUC__)
__attribute__((noinline))
#endif
bool is_walkable_by_bytes(const Tensor& tensor) {
  bool is_empty = false;
  float bytes = static_cast<float>(tensor.element_size());  // which does not wrap
  for (const auto size : tensor.sizes()) {
    is_empty = is_empty || size == 0;
    bytes *= size == 0 ? 1 : static_cast<float>(size);
  }
  return bytes <= (is_empty ? kMostRows : kMostBytes) && (is_empty || tensor.const_data_ptr() != nullptr);
}

/// Whether a kernel may walk the tensor. A program that is corrupt, or a caller, may give one with more
/// dimensions than kernels have room for, with more bytes than a pointer reaches, or without memory; or an
/// empty one with so many rows of no element that they are not walked in seconds.
[[maybe_unused]] bool is_walkable(const Tensor& tensor) {
  constexpr float kLargestElement = 16;
  const auto sizes = tensor.sizes();
  if (sizes.size() > ::executorch::runtime::kTensorDimensionLimit) {
    return false;
  }
  float elements = 1;
  for (const auto size : sizes) {
    elements *= static_cast<float>(size);
  }
  return 0 < elements && elements <= kMostBytes / kLargestElement ? tensor.const_data_ptr() != nullptr
                                                                  : is_walkable_by_bytes(tensor);
}

/// A kernel, of whatever type.
using AnyFunction = void (*)();

/// The arguments of one call. A value that is not what the schema says is remembered as an error, and an
/// empty one stands in for it, so that a call is checked before its kernel runs and nothing aborts.
struct Arguments {
  KernelRuntimeContext& context;
  Span<EValue*> stack;
  Error error = Error::Ok;
  EValue nothing;
#ifdef ET_CALL_FACTS
  const Facts* facts = nullptr;
  const Tensor* first = nullptr;
  AnyFunction function = nullptr;
  size_t index = 0;
  uint8_t outside = 0;  // of Holds
#endif

  bool ok() const {
    return error == Error::Ok;
  }

  void check(const Tensor& tensor) {
    if (!is_walkable(tensor)) {
      error = Error::InvalidArgument;
      return;
    }
#ifdef ET_CALL_FACTS
    if (ok()) {
      first = first == nullptr ? &tensor : first;
      outside = outside_of(*facts, tensor, *first);
      error = outside == 0 ? Error::Ok : Error::InvalidArgument;
    }
#endif
  }
  void check(const std::optional<Tensor>& tensor) {
    if (tensor) {
      check(*tensor);
    }
  }

  Tensor& tensor(size_t i) {
    EValue* value = stack[i];
    if (value == nullptr || !value->isTensor()) {
      error = Error::InvalidType;
      return nothing.payload.as_tensor;
    }
    check(value->payload.as_tensor);
    return value->payload.as_tensor;
  }

  /// An argument that is a T: the tensor itself, or a value. A list has `kSize` elements, if that is not 0.
  template <typename T, size_t kSize = 0>
  std::conditional_t<std::is_same_v<T, Tensor>, Tensor&, T> get(size_t i) {
    if constexpr (std::is_same_v<T, Tensor>) {
      return tensor(i);
    } else if constexpr (std::is_same_v<T, std::nullopt_t>) {
      if (stack[i] == nullptr || !stack[i]->isNone()) {
        error = Error::InvalidType;
      }
      return std::nullopt;
    } else if constexpr (is_optional<T>) {
      T value;
      if (stack[i] == nullptr || !stack[i]->isNone()) {
        value.emplace(get<typename T::value_type, kSize>(i));
      }
      return value;
    } else if constexpr (kSize != 0) {
      T list = get<T>(i);
      if (ok() && list.size() != kSize) {
        error = Error::InvalidArgument;
      }
      return list;
    } else if constexpr (is_converted<T>) {
      return converted<std::remove_const_t<typename T::value_type>>(i);
    } else {
      return held<T>(i);
    }
  }

#ifdef ET_CALL_FACTS
  /// The next argument. One function for each type, which has no number to pass, keeps calls short.
  template <typename T, size_t kSize>
#if defined(__GNUC__)
  __attribute__((noinline))
#endif
  std::conditional_t<std::is_same_v<T, Tensor>, Tensor&, T>
  next() {
    return get<T, kSize>(index++);
  }
#endif

  template <typename T>
  T held(size_t i) {
    if (stack[i] != nullptr) {
      Result<T> value = value_as<T>(*stack[i], 0);
      if (value.ok()) {
        if constexpr (holds_tensors<T>) {
          for (const auto& tensor : value.get()) {
            check(tensor);
          }
        }
        return value.get();
      }
    }
    error = Error::InvalidType;
    if constexpr (std::is_default_constructible_v<T>) {
      return T{};
    } else {
      return ::executorch::aten::DeviceType::CPU;
    }
  }

  // Lists that a value cannot hold are made of one that it can, in the temporary memory of the call: of
  // numbers for those of scalars, dtypes and optional numbers, and of a string for a list of strings.
  template <typename T, typename From>
  bool convert(size_t i, ArrayRef<T>& list) {
    Result<ArrayRef<From>> from = value_as<ArrayRef<From>>(*stack[i], 0);
    if (!from.ok()) {
      return false;
    }
    copy(from.get(), list);
    return true;
  }

  template <typename T, typename From>
  void copy(ArrayRef<From> from, ArrayRef<T>& list) {
    if (from.empty()) {
      return;
    }
    Result<void*> memory = context.allocate_temp(from.size() * sizeof(T), alignof(T));
    if (!memory.ok()) {
      error = memory.error();
      return;
    }
    T* to = static_cast<T*>(memory.get());
    for (size_t k = 0; k < from.size(); ++k) {
      new (to + k) T(static_cast<T>(from[k]));
    }
    list = {to, from.size()};
  }

  template <typename T>
  ArrayRef<T> converted(size_t i) {
    ArrayRef<T> list;
    bool done = false;
    if (stack[i] == nullptr) {
      done = false;
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      Result<std::string_view> text = value_as<std::string_view>(*stack[i], 0);
      done = text.ok();
      if (done) {
        copy(ArrayRef<std::string_view>(&text.get(), 1), list);
      }
    } else if constexpr (std::is_same_v<T, Scalar>) {
      done = convert<T, int64_t>(i, list) || convert<T, double>(i, list) || convert<T, bool>(i, list);
    } else if constexpr (std::is_same_v<T, std::optional<double>>) {
      done = convert<T, double>(i, list);
    } else if constexpr (std::is_same_v<T, std::optional<bool>>) {
      done = convert<T, bool>(i, list);
    } else {
      done = convert<T, int64_t>(i, list);
    }
    if (!done) {
      error = Error::InvalidType;
    }
    return list;
  }

  /// Whether there are slots for the results, which are after the arguments.
  bool has_room(size_t first, size_t results) {
    for (size_t i = first; i < first + results; ++i) {
      if (stack[i] == nullptr) {
        error = Error::InvalidState;
      }
    }
    return ok();
  }

  /// Fills the return slots, which are after the arguments.
  template <typename... T>
  void set_results(const std::tuple<T...>& results) {
    set_results(results, std::index_sequence_for<T...>());
  }
  template <typename... T, size_t... kIndex>
  void set_results(const std::tuple<T...>& results, std::index_sequence<kIndex...>) {
    EValue** slots = stack.end() - sizeof...(T);
    ((*slots[kIndex] = EValue(std::get<kIndex>(results))), ...);
  }
};

/// The name in messages, and what profiles call a kernel.
#ifndef ET_CALL_FACTS
[[maybe_unused]] const char* text_of(const char* name) {
  return name;
}

/// The event's name, as a string.
struct Event {
  const char* text;
  explicit Event(const char* name) : text(name) {}
};
#else
[[maybe_unused]] const char* text_of(size_t row) {
  const char* name = names;
  for (; row > 0; --row) {
    name += std::strlen(name) + 1;
  }
  return name;
}

/// The event's name. Tracers copy it.
struct Event {
  char text[128];

  explicit Event(const char* name) {
    constexpr char kPrefix[] = "native_call_";
    std::memcpy(text, kPrefix, sizeof(kPrefix));
    const char* space = std::strstr(name, "::");
    const char* from = space == nullptr ? name : space + 2;
    char* to = text + sizeof(kPrefix) - 1;
    while (to < text + sizeof(text) - 1 && (*to = *from) != '\0') {
      ++to, ++from;
    }
    *to = '\0';
  }
};
#endif

/// Calls a kernel whose name text_of(name) is.
template <typename Name>
void run_kernel(Arguments& args, [[maybe_unused]] Name name, void (*kernel)(Arguments&)) {
  EXECUTORCH_SCOPE_PROF(text_of(name));
#ifdef ET_EVENT_TRACER_ENABLED
  if (args.context.internal_event_tracer() != nullptr) {
    const Event event(text_of(name));
    ::executorch::runtime::internal::EventTracerProfileOpScope event_tracer_op_scope(
        args.context.internal_event_tracer(), event.text);
    kernel(args);
    return;
  }
#endif
  kernel(args);
}

/// How many values a call has, and which of them its kernel writes: `written`, from the `first` on. One word
/// takes one instruction to pass.
#ifndef ET_CALL_FACTS
struct Values {
  uint16_t total;
  uint8_t first;
  uint8_t written;

  size_t count() const {
    return total;
  }
};
#else
struct Values {
  uint32_t first;
  uint32_t written;
  uint32_t more;  // values after those that are written
  uint32_t row;   // the number of the kernel

  constexpr uint32_t packed() const {
    return first | written << 8 | more << 16 | row << 17;
  }
  static constexpr Values of(uint32_t packed) {
    return {packed & 255, packed >> 8 & 255, packed >> 16 & 1, packed >> 17};
  }

  size_t count() const {
    return size_t{first} + written + more;
  }
};
#endif

[[maybe_unused]] const char* what_is_wrong(Error error) {
  switch (error) {
    case Error::InvalidType:
      return "an argument is not of the type that the schema has";
    case Error::InvalidState:
      return "no room for its result";
    default:
      return "an argument is not of the size, rank or memory that a kernel takes";
  }
}

/// Calls a kernel with what is on the stack. A unit whose kernels may throw defines ET_CATCH_EXCEPTIONS, and
/// has them fail.
[[maybe_unused]] void call(
    KernelRuntimeContext& context,
    Span<EValue*> stack,
#ifndef ET_CALL_FACTS
    const char* name,
    Values values,
    void (*kernel)(Arguments&)) {
#else
    uint32_t packed,
    void (*kernel)(Arguments&),
    AnyFunction function) {
  const Values values = Values::of(packed);
  [[maybe_unused]] const size_t name = values.row;
#endif
  if (stack.size() != values.count()) {
    ET_LOG(Error, "%s: %zu values, but the schema has %zu", text_of(name), stack.size(), values.count());
    context.fail(Error::InvalidProgram);
    return;
  }
  Arguments args{context, stack, Error::Ok, {}};
#ifdef ET_CALL_FACTS
  args.facts = call_facts + values.row;
  args.function = function;
  if (!are_constants(
          *args.facts, stack, [](const EValue& value) { return value_as<ArrayRef<int64_t>>(value, 0); })) {
    args.outside = kArgument;
    args.error = Error::InvalidArgument;
  }
#endif
#if defined(ET_CATCH_EXCEPTIONS) && defined(__cpp_exceptions)
  try {
    run_kernel(args, name, kernel);
  } catch (const std::exception& exception) {
    ET_LOG(Error, "%s: kernel threw an exception: %s", text_of(name), exception.what());
    context.fail(Error::Internal);
    return;
  } catch (...) {
    ET_LOG(Error, "%s: kernel threw an exception", text_of(name));
    context.fail(Error::Internal);
    return;
  }
#else
  run_kernel(args, name, kernel);
#endif
  if (!args.ok()) {
#ifdef ET_CALL_FACTS
    ET_LOG(
        Error, "%s: %s%s", text_of(name), args.outside != 0 ? "its kernel is not built for " : "",
        args.outside != 0 ? describe(args.outside) : what_is_wrong(args.error));
#else
    ET_LOG(Error, "%s: %s", text_of(name), what_is_wrong(args.error));
#endif
    context.fail(args.error);
    return;
  }
#ifdef ET_EVENT_TRACER_ENABLED
  if (context.internal_event_tracer() != nullptr) {
    for (size_t i = values.first; i < size_t{values.first} + values.written; ++i) {
      ::executorch::runtime::internal::event_tracer_log_evalue(context.internal_event_tracer(), *stack[i]);
    }
  }
#endif
}

/// Says that an argument, which is a list, has so many elements by the schema.
template <size_t kArgument, size_t kElements>
struct HasSize {
  static constexpr size_t of(size_t argument) {
    return argument == kArgument ? kElements : 0;
  }
};

#ifdef ET_CALL_FACTS
/// Says which row of names and call_facts is the kernel's.
template <size_t kRow>
struct HasFacts {
  static constexpr size_t of(size_t) {
    return 0;
  }
};

template <typename T>
constexpr size_t row_of = 0;
template <size_t kRow>
constexpr size_t row_of<HasFacts<kRow>> = kRow;
#endif

/// Of the two overloads that etgen declares for a kernel, the one that takes the context.
template <typename Return, typename... Parameters>
constexpr auto with_context(Return (*function)(KernelRuntimeContext&, Parameters...)) {
  return function;
}

/// How many results a kernel has that returns a T.
template <typename T>
constexpr size_t result_count = 1;
template <>
constexpr size_t result_count<void> = 0;
template <typename... T>
constexpr size_t result_count<std::tuple<T...>> = sizeof...(T);

/// A call of a function of this type with what is on the stack. Its last `kOuts` parameters are the outs; if
/// there are none, it returns its results. `Sizes` are the numbers of elements that arguments have, or 0.
template <typename Function, size_t kOuts, typename Sizes>
struct Unboxed;

template <typename Return, typename... Parameters, size_t kOuts, size_t... kSizes>
struct Unboxed<
    Return (*)(KernelRuntimeContext&, Parameters...),
    kOuts,
    std::integer_sequence<size_t, kSizes...>> {
  using Function = Return (*)(KernelRuntimeContext&, Parameters...);
  static constexpr size_t kArguments = sizeof...(Parameters);
  static constexpr size_t kResults = kOuts == 0 ? result_count<Return> : 0;
  static_assert(kArguments + kResults < 256, "the values of a call are counted in bytes");

  // Of what stands in braces, the first is evaluated first, unlike the arguments of a function.
  struct Invocation {
    template <typename... Taken>
    Invocation(Arguments& args, Function function, Taken&&... taken) {
      if (!args.ok()) {
        return;
      }
      if constexpr (kResults == 0) {
        function(args.context, std::forward<Taken>(taken)...);
      } else {
        args.set_results(std::tuple(function(args.context, std::forward<Taken>(taken)...)));
      }
    }
  };

  template <size_t... kIndex>
  static void call(Arguments& args, Function function, std::index_sequence<kIndex...>) {
    if constexpr (kResults != 0) {
      if (!args.has_room(kArguments, kResults)) {
        return;
      }
    }
#ifndef ET_CALL_FACTS
    Invocation{args, function, args.get<std::decay_t<Parameters>, kSizes>(kIndex)...};
#else
    Invocation{args, function, args.next<std::decay_t<Parameters>, kSizes>()...};
#endif
  }
  static void call(Arguments& args, Function function) {
    call(args, function, std::index_sequence_for<Parameters...>());
  }
#ifdef ET_CALL_FACTS
  static void call(Arguments& args) {
    call(args, reinterpret_cast<Function>(args.function));
  }
#endif
};

/// A function as the runtime calls it.
template <auto function, size_t kOuts, typename... Sizes>
struct Boxed;

template <
    typename Return,
    typename... Parameters,
    Return (*function)(KernelRuntimeContext&, Parameters...),
    size_t kOuts,
    typename... Sizes>
struct Boxed<function, kOuts, Sizes...> {
  static constexpr size_t size_of(size_t argument) {
    return (size_t{0} + ... + Sizes::of(argument));
  }
  template <size_t... kIndex>
  static constexpr auto sizes(std::index_sequence<kIndex...>) {
    return std::integer_sequence<size_t, size_of(kIndex)...>();
  }
  using Call = Unboxed<decltype(function), kOuts, decltype(sizes(std::index_sequence_for<Parameters...>()))>;
  static constexpr size_t kArguments = Call::kArguments, kResults = Call::kResults;

#ifndef ET_CALL_FACTS
  static constexpr Values kCounted{
      kArguments + (kResults == 0 ? 1 : kResults), kArguments - kOuts, kOuts + kResults};

  static void call(KernelRuntimeContext& context, Span<EValue*> stack, const char* name) {
    boxing::call(context, stack, name, kCounted, [](Arguments& args) { Call::call(args, function); });
  }
#else
  static constexpr size_t kRow = (size_t{0} + ... + row_of<Sizes>);
  static_assert(kRow < 1 << 15, "no more rows are counted");
  static constexpr Values kCounted = {kArguments - kOuts, kOuts + kResults, kResults == 0, kRow};

  // Functions of one type share what reads their arguments.
  static void call(KernelRuntimeContext& context, Span<EValue*> stack) {
    boxing::call(context, stack, kCounted.packed(), Call::call, reinterpret_cast<AnyFunction>(function));
  }
#endif
};

#ifdef ET_CALL_FACTS
/// The kernels of the unit, which are added in the order of their names.
template <size_t kCount>
class Table {
 public:
  // A call for each kernel is shorter than a row with pointers that have to be relocated.
#if defined(__GNUC__)
  __attribute__((noinline))
#endif
  void
  add(::executorch::runtime::OpFunction function, const char* key = nullptr) {
    rows_[count_++] = key == nullptr ? ::executorch::runtime::Kernel(name_, function)
                                     : ::executorch::runtime::Kernel(
                                           name_, ::executorch::runtime::KernelKey(key), function);
    name_ += std::strlen(name_) + 1;
  }
  Error register_all() const {
    return ::executorch::runtime::register_kernels({rows_, count_});
  }

 private:
  ::executorch::runtime::Kernel rows_[kCount];
  size_t count_ = 0;
  const char* name_ = names;
};
#endif

}  // namespace
}  // namespace boxing
}  // namespace rules_executorch

/// A row of the other table, which is in extern "C": one symbol a kernel, so that a binary in which two
/// libraries register the same kernel does not link. Retained, because with --gc-sections mold does not
/// compare the symbols of unused sections.
#define ET_REGISTERS(kernel) ET_HIDDEN_ ET_RETAINED_ char et_registers_##kernel = 0

#if defined(__GNUC__)
#define ET_HIDDEN_ __attribute__((visibility("hidden")))
#else
#define ET_HIDDEN_
#endif
#define ET_RETAINED_
#if defined(__ELF__) && defined(__has_attribute)
#if __has_attribute(retain)
#pragma GCC diagnostic ignored "-Wattributes"  // of a GCC whose assembler does not have it
#undef ET_RETAINED_
#define ET_RETAINED_ __attribute__((used, retain))
#endif
#endif

/// A row of the table of kernels: ET_KERNEL("aten::add.out", what profiles call it, how many outs it has, the
/// function, HasSize<argument, elements> of each list whose size the schema fixes).
#define ET_KERNEL(op, event, ...) ::executorch::runtime::Kernel(op, ET_BOXED_(event, __VA_ARGS__, NoSize))

/// A row for the calls that a kernel key describes: ET_KERNEL_FOR("v1/…", "aten::add.out", …).
#define ET_KERNEL_FOR(key, op, event, ...) \
  ::executorch::runtime::Kernel(op, key, ET_BOXED_(event, __VA_ARGS__, NoSize))

#define ET_BOXED_(event, outs, function, ...)                                                     \
  [](::executorch::runtime::KernelRuntimeContext& context,                                        \
     ::executorch::runtime::Span<::executorch::runtime::EValue*> stack) {                         \
    using ::rules_executorch::boxing::HasSize;                                                    \
    using NoSize = HasSize<0, 0>;                                                                 \
    constexpr auto kFunction = ::rules_executorch::boxing::with_context(function);                \
    ::rules_executorch::boxing::Boxed<kFunction, outs, __VA_ARGS__>::call(context, stack, event); \
  }

/// Adds a kernel to a Table: how many outs it has, the function, HasFacts<row>, and HasSize as above.
#define ET_BOXED(outs, ...)                                               \
  [](::executorch::runtime::KernelRuntimeContext& context,                \
     ::executorch::runtime::Span<::executorch::runtime::EValue*> stack) { \
    using ::rules_executorch::boxing::HasFacts;                           \
    using ::rules_executorch::boxing::HasSize;                            \
    ET_CALL_BOXED_(outs, __VA_ARGS__)                                     \
  }
#define ET_CALL_BOXED_(outs, function, ...)                                      \
  constexpr auto kFunction = ::rules_executorch::boxing::with_context(function); \
  ::rules_executorch::boxing::Boxed<kFunction, outs, __VA_ARGS__>::call(context, stack);

#endif
