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

/// The inputs of a thread, with buffers for repeated elements.
struct Inputs {
  /// Sets an input to contiguous elements.
  void set(size_t i, const char* data) {
    in[i] = {data, ~size_t{0}};
  }

  /// Sets an input to one element that is repeated for a run of n. The function reads at most n copies of it.
  template <typename T>
  void repeat(size_t i, T value, size_t n) {
    constexpr size_t kSome = 16 / sizeof(T);
    T some[kSome];
    std::fill_n(some, kSome, value);
    char* to = reinterpret_cast<char*>(repeated[i]);
    for (size_t at = 0; at < n * sizeof(T) && at < sizeof(repeated[i]); at += sizeof(some)) {
      std::memcpy(to + at, some, sizeof(some));
    }
    in[i] = {repeated[i], 0};
  }
  /// Sets operand i to n copies of its number.
  void repeat_number(size_t i, const Operand& operand, const Call& call, size_t n) {
    const ScalarType dtype = call.dtype;
    if (dtype == ScalarType::Float || call.widens()) {
      return repeat(i, value_of(operand, dtype), n);
    }
    // Integers are stored as the low bytes of the 64-bit integer.
    const auto integer = to<int64_t>(*operand.number);
    switch (dtype) {
      case ScalarType::Double:
        return repeat(i, to<double>(*operand.number), n);
      case ScalarType::Half:
      case ScalarType::BFloat16: {
        uint16_t bits;
        Array(&bits, dtype).set(value_of(operand, dtype));
        return repeat(i, bits, n);
      }
      case ScalarType::Long:
        return repeat(i, integer, n);
      case ScalarType::Int:
        return repeat(i, static_cast<int32_t>(integer), n);
      case ScalarType::Short:
        return repeat(i, static_cast<int16_t>(integer), n);
      case ScalarType::Bool:
        return repeat(i, static_cast<uint8_t>(to<double>(*operand.number) != 0), n);
      default:
        return repeat(i, static_cast<uint8_t>(integer), n);
    }
  }
  /// Sets operand i to n copies of an element of a tensor, of `size` bytes.
  void repeat_element(size_t i, const char* element, const Call& call, ptrdiff_t size, size_t n) {
    if (call.widens() && size == 2) {
      return repeat(i, Array(element, call.dtype).get(), n);
    }
    switch (size) {
      case 1:
        return repeat(i, *element, n);
      case 2:
        return repeat(i, *reinterpret_cast<const uint16_t*>(element), n);
      case 4:
        return repeat(i, *reinterpret_cast<const uint32_t*>(element), n);
      default:
        return repeat(i, *reinterpret_cast<const uint64_t*>(element), n);
    }
  }

  Input in[kMaxOperands];
  alignas(64) float repeated[kMaxOperands][Input::kRepeated];
};

}  // namespace etk::vec
