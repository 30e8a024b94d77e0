// Elements as unsigned integers of their size.
#pragma once

#include "etk/base/selected_dtypes.h"

#include <cstddef>
#include <cstdint>

namespace etk::vec {

/// Calls f with an unsigned integer of this size, if the build has selected any operator for numbers of that
/// size: 8 to 64 bits, signed or not, except Bool and large unsigned integers.
template <typename F>
void with_unsigned(size_t size, const F& f) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  if constexpr (selected.has(ScalarType::Byte) || selected.has(ScalarType::Char)) {
    if (size == 1) {
      return f(uint8_t{});
    }
  }
  if constexpr (
      selected.has(ScalarType::Half) || selected.has(ScalarType::BFloat16) ||
      selected.has(ScalarType::Short)) {
    if (size == 2) {
      return f(uint16_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Float) || selected.has(ScalarType::Int)) {
    if (size == 4) {
      return f(uint32_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Double) || selected.has(ScalarType::Long)) {
    if (size == 8) {
      return f(uint64_t{});
    }
  }
}

}  // namespace etk::vec
