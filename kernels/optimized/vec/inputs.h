// What an elementwise function is given: arrays, and elements that are the same everywhere.
#pragma once

#include "etk/loop.h"
#include "vec/array.h"
#include "vec/map.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {

constexpr size_t kMaxOperands = kMaxViews - 1;

/// The value of an operand that is a number, where tensors have the dtype.
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
  void repeat(size_t i, float value, size_t n) {
    const float four[] = {value, value, value, value};
    for (size_t k = 0; k < n && k < Input::kRepeated; k += 4) {
      std::memcpy(repeated[i] + k, four, sizeof(four));
    }
    in[i] = {repeated[i], 0};
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
