// Inputs of an elementwise function: arrays, and single elements that are repeated.
#pragma once

#include "etk/base/loop.h"
#include "vec/base/array.h"
#include "vec/elementwise/map.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

constexpr size_t kMaxOperands = kMaxViews - 1;

/// The value of an operand that is a number, if the tensors have this dtype, which is computed in float.
inline float value_of(const Operand& operand, ScalarType dtype) {
  const auto value = static_cast<float>(to<double>(*operand.number));
  if (dtype == ScalarType::Float || !operand.rounds) {
    return value;
  }
  uint16_t bits;
  const Array element(&bits, dtype);
  element.set(value);
  return element.get();
}

/// Fills a vector with copies of a word. A Function reads no more of an element that is repeated.
void repeat_word(uint64_t word, void* to);

/// The inputs of a thread, with buffers for repeated elements.
struct Inputs {
  /// Sets an input to contiguous elements.
  void set(size_t i, const char* data) {
    in[i] = {data, ~size_t{0}};
  }

  /// Sets an input to one element that is repeated.
  template <typename T>
  void repeat(size_t i, T value) {
    uint64_t word;
    T some[sizeof(word) / sizeof(T)];
    std::fill_n(some, sizeof(word) / sizeof(T), value);
    std::memcpy(&word, some, sizeof(word));
    repeat_word(word, repeated[i]);
    in[i] = {repeated[i], 0};
  }
  /// Sets operand i to its number.
  void repeat_number(size_t i, const Operand& operand, const Call& call) {
    const ScalarType dtype = call.dtype;
    if (dtype == ScalarType::Float || call.widens()) {
      return repeat(i, value_of(operand, dtype));
    }
    // Integers are stored as the low bytes of the 64-bit integer.
    const auto integer = to<int64_t>(*operand.number);
    switch (dtype) {
      case ScalarType::Double:
        return repeat(i, to<double>(*operand.number));
      case ScalarType::Half:
      case ScalarType::BFloat16: {
        uint16_t bits;
        Array(&bits, dtype).set(value_of(operand, dtype));
        return repeat(i, bits);
      }
      case ScalarType::Long:
        return repeat(i, integer);
      case ScalarType::Int:
        return repeat(i, static_cast<int32_t>(integer));
      case ScalarType::Short:
        return repeat(i, static_cast<int16_t>(integer));
      case ScalarType::Bool:
        return repeat(i, static_cast<uint8_t>(to<double>(*operand.number) != 0));
      default:
        return repeat(i, static_cast<uint8_t>(integer));
    }
  }
  /// Sets operand i to an element of a tensor, of `size` bytes.
  void repeat_element(size_t i, const char* element, const Call& call, ptrdiff_t size) {
    if (call.widens() && size == 2) {
      return repeat(i, Array(element, call.dtype).get());
    }
    switch (size) {
      case 1:
        return repeat(i, *element);
      case 2:
        return repeat(i, *reinterpret_cast<const uint16_t*>(element));
      case 4:
        return repeat(i, *reinterpret_cast<const uint32_t*>(element));
      default:
        return repeat(i, *reinterpret_cast<const uint64_t*>(element));
    }
  }

  Input in[kMaxOperands];
  alignas(64) float repeated[kMaxOperands][Input::kRepeated];
};

}  // namespace etk::vec
