// Arguments of a kernel that PyTorch calls: converted from ATen's values, and written back to them.
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rules_executorch/aten_attempt.h"
#include "rules_executorch/aten_tensor.h"
#include "rules_executorch/function_traits.h"

namespace rules_executorch {
namespace aten {

namespace et = ::executorch::aten;

/// Holds an argument of a call: it is constructed from ATen's value, and get() returns ExecuTorch's.
template <typename T>
struct Held {
  static_assert(
      kIsValue<T>,
      "a kernel has a parameter that no value of a program has the type of: use int64_t for integers, double "
      "for floating-point numbers, std::string_view for text, and see wrap_to_aten.h for the others");
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
    // An out that the caller has allocated has the rank that the caller wants.
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

/// Types that are the same numeric type in ATen and ExecuTorch.
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

/// ATen's optional type: a reference, like in ATen, for types that are not small.
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

}  // namespace aten
}  // namespace rules_executorch
