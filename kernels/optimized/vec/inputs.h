// What an elementwise function is given: arrays, and elements that are the same everywhere.
#pragma once

#include "etk/loop.h"
#include "vec/array.h"
#include "vec/map.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

constexpr size_t kMaxOperands = kMaxViews - 1;

/// The value of an operand that is a number, where tensors have the dtype, which is computed in float.
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

/// The inputs of a thread, with room for elements that are repeated.
struct Inputs {
  /// Elements that lie one behind the other.
  void set(size_t i, const char* data) {
    in[i] = {data, ~size_t{0}};
  }

  /// An element for all n of a run, which reads no more of them than there are.
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
  /// The same for an operand that is a number, where tensors have the dtype.
  void repeat_number(size_t i, const Operand& operand, ScalarType dtype, size_t n) {
    if (dtype == ScalarType::Int) {
      repeat(i, static_cast<int32_t>(to<int64_t>(*operand.number)), n);
    } else if (dtype == ScalarType::Long) {
      repeat(i, to<int64_t>(*operand.number), n);
    } else if (dtype == ScalarType::Short) {
      repeat(i, static_cast<int16_t>(to<int64_t>(*operand.number)), n);
    } else if (is_small(dtype)) {
      repeat(i, static_cast<uint8_t>(to<int64_t>(*operand.number)), n);
    } else {
      repeat(i, value_of(operand, dtype), n);
    }
  }
  /// The same for an element of a tensor of the dtype.
  void repeat_element(size_t i, const char* element, ScalarType dtype, size_t n) {
    if (dtype == ScalarType::Int) {
      repeat(i, *reinterpret_cast<const int32_t*>(element), n);
    } else if (dtype == ScalarType::Long) {
      repeat(i, *reinterpret_cast<const int64_t*>(element), n);
    } else {
      repeat(i, Array(element, dtype).get(), n);
    }
  }
  /// The same for the byte of a Bool, of which there may be as many as floats.
  void repeat_byte(size_t i, char value) {
    std::fill_n(reinterpret_cast<char*>(repeated[i]), Input::kRepeated, value);
    in[i] = {repeated[i], 0};
  }

  Input in[kMaxOperands];
  alignas(64) float repeated[kMaxOperands][Input::kRepeated];
};

}  // namespace etk::vec
