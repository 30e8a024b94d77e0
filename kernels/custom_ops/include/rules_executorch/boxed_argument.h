// The arguments of a call by the runtime: values on a stack, converted to the kernel's parameters.
#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/span.h>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "rules_executorch/function_traits.h"

namespace rules_executorch {
namespace boxing {

using ::executorch::aten::ArrayRef;
using ::executorch::aten::Tensor;
using ::executorch::runtime::Error;
using ::executorch::runtime::EValue;
using ::executorch::runtime::Result;
using ::executorch::runtime::Span;

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
  } else if constexpr (std::is_same_v<T, ::executorch::aten::Scalar>) {
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

/// Reads values from the stack. The first that does not have the requested type sets `error`.
struct Stack {
  Span<EValue*> values;
  Error error = Error::Ok;

  EValue* at(size_t i) {
    if (values[i] == nullptr) {
      error = Error::InvalidState;
    }
    return values[i];
  }

  Tensor* tensor(size_t i) {
    EValue* value = at(i);
    if (value != nullptr && !value->isTensor()) {
      error = Error::InvalidType;
      return nullptr;
    }
    return value != nullptr ? &value->payload.as_tensor : nullptr;
  }

  template <typename T>
  T take(size_t i, T nothing) {
    EValue* value = at(i);
    if (value == nullptr) {
      return nothing;
    }
    Result<T> result = value_as<T>(*value, 0);
    if (!result.ok()) {
      error = result.error();
      return nothing;
    }
    return std::move(result.get());
  }
};

/// Holds an argument of a call, for a parameter of type T without reference and const.
template <typename T>
struct Argument {
  static_assert(
      kIsValue<T>,
      "a kernel has a parameter that no value of a program has the type of: use int64_t for integers, double "
      "for floating-point numbers, std::string_view for text, and see executorch_library.h for the others");

  Argument(Stack& stack, size_t i) : value(stack.take<T>(i, nothing())) {}

  T& get() {
    return value;
  }

  static T nothing() {
    if constexpr (std::is_constructible_v<T, ::executorch::aten::DeviceType, int>) {
      return T(::executorch::aten::DeviceType::CPU, 0);
    } else {
      return T();
    }
  }

  T value;
};

template <>
struct Argument<Tensor> {
  Argument(Stack& stack, size_t i) : value(stack.tensor(i)) {}

  Tensor& get() {
    return *value;
  }

  Tensor* value;
};

template <typename T>
struct Argument<std::optional<T>> {
  Argument(Stack& stack, size_t i) {
    EValue* given = stack.at(i);
    if (given != nullptr && !given->isNone()) {
      Argument<T> argument(stack, i);
      if (stack.error == Error::Ok) {
        value.emplace(argument.get());
      }
    }
  }

  std::optional<T>& get() {
    return value;
  }

  std::optional<T> value;
};

}  // namespace boxing
}  // namespace rules_executorch
