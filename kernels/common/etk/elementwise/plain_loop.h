// The loops of `map` for plain calls: over memory, with dtypes that are known when it is compiled.
#pragma once

#include "etk/elementwise/plain_operand.h"

#include <utility>

namespace etk {

/// Computes n results from elements at a distance of `steps`, which are 0 for a number or an element that is
/// broadcast.
using PlainFunction =
    void (*)(const void* f, const void* const* in, const size_t* steps, void* out, size_t n);

/// Calls `function` for operands that are broadcast. `numbers` has a value of `number_size` for each operand,
/// which is read if that is a number.
void run_plain_map(
    Context& ctx,
    PlainFunction function,
    const void* f,
    const Operand* operands,
    size_t count,
    const void* numbers,
    size_t number_size,
    Tensor& out);

namespace internal {

/// The values of an operand that is as large as the out.
template <typename C, ScalarType kDtype>
struct PlainElements {
  const Element<kDtype>* data;
  C at(size_t i) const {
    return value_of_element<C, kDtype>(data[i]);
  }
};
template <typename C>
struct PlainNumber {
  C number;
  C at(size_t) const {
    return number;
  }
};
inline const void* data_of(const Tensor& tensor) {
  return tensor.const_data_ptr();
}
inline const void* data_of(const Operand& operand) {
  return operand.tensor->const_data_ptr();
}

template <ScalarType kOut, typename F, typename... Values>
ETK_INLINE void map_flat(Tensor& out, const F& f, Values... values) {
  auto* const to = static_cast<Element<kOut>*>(out.mutable_data_ptr());
  const auto n = static_cast<size_t>(out.numel());
  for (size_t i = 0; i < n; ++i) {
    to[i] = element_of<kOut>(f(values.at(i)...));
  }
}

/// A PlainFunction. An operand with dtype Undefined is a number.
template <typename C, typename F, ScalarType kOut, ScalarType... kDtypes>
struct PlainRun {
  template <ScalarType kDtype>
  static C at(const void* data, size_t i) {
    if constexpr (kDtype == ScalarType::Undefined) {
      return *static_cast<const C*>(data);
    } else {
      return value_of_element<C, kDtype>(static_cast<const Element<kDtype>*>(data)[i]);
    }
  }
  template <size_t... kIndex>
  ETK_INLINE static void run(
      const F& f,
      const void* const* in,
      const size_t* steps,
      Element<kOut>* out,
      size_t n,
      std::index_sequence<kIndex...>) {
    for (size_t i = 0; i < n; ++i) {
      out[i] = element_of<kOut>(f(at<kDtypes>(in[kIndex], i * steps[kIndex])...));
    }
  }
  static void call(const void* f, const void* const* in, const size_t* steps, void* out, size_t n) {
    run(*static_cast<const F*>(f), in, steps, static_cast<Element<kOut>*>(out), n,
        std::make_index_sequence<sizeof...(kDtypes)>());
  }
};

}  // namespace internal
}  // namespace etk
