// Dispatch on the size of elements, for kernels that only move them, and on the type in which they are added.
// For shared sources: the code depends on the dtypes that any operator is selected for.
#pragma once

#include "vec/base/array.h"

#include <cstdint>

namespace etk::vec {

/// Whether the build has selected any operator for elements of one byte, or of two bytes. Elements of four
/// and eight bytes are always compiled, because runs of smaller elements are moved as these.
constexpr bool kHasBytes = selected_dtypes<kAnyOperator>().has(ScalarType::Byte) ||
                           selected_dtypes<kAnyOperator>().has(ScalarType::Char) ||
                           selected_dtypes<kAnyOperator>().has(ScalarType::Bool);
constexpr bool kHasShorts = kHasNarrow || selected_dtypes<kAnyOperator>().has(ScalarType::Short) ||
                            selected_dtypes<kAnyOperator>().has(ScalarType::UInt16);

/// Calls f with an unsigned integer of the given size in bytes; false if there is none. Always inlined, so
/// that f can use the vectors of a SIMD target.
template <typename F>
ETK_INLINE bool with_size(size_t bytes, const F& f) {
  if (kHasBytes && bytes == sizeof(uint8_t)) {
    f(uint8_t{});
  } else if (kHasShorts && bytes == sizeof(uint16_t)) {
    f(uint16_t{});
  } else if (bytes == sizeof(uint32_t)) {
    f(uint32_t{});
  } else if (bytes == sizeof(uint64_t)) {
    f(uint64_t{});
  } else {
    return false;
  }
  return true;
}

/// Calls f with a number of the type in which elements of the dtype are added in place: integers are added as
/// unsigned integers, so that they wrap around. False if the elements cannot be added, or if the build has
/// not selected the dtype.
template <typename F>
bool with_terms([[maybe_unused]] ScalarType dtype, [[maybe_unused]] const F& f) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
#define ETK_CASE(name, type)                      \
  if constexpr (selected.has(ScalarType::name)) { \
    if (dtype == ScalarType::name) {              \
      f(type{});                                  \
      return true;                                \
    }                                             \
  }
  ETK_CASE(Float, float)
  ETK_CASE(Double, double)
  ETK_CASE(Byte, uint8_t)
  ETK_CASE(Char, uint8_t)
  ETK_CASE(Short, uint16_t)
  ETK_CASE(Int, uint32_t)
  ETK_CASE(Long, uint64_t)
#undef ETK_CASE
  return false;
}

}  // namespace etk::vec
