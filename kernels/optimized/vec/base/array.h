// Arrays of the dtypes that are computed in float: Float, Half and BFloat16.
#pragma once

#include "etk/base/selected_dtypes.h"

#include <optional>

namespace etk::vec {

/// Whether float is the compute type of the dtype.
constexpr bool is_single(ScalarType dtype) {
  return compute_of(dtype) == Compute::kFloat;
}

/// Whether the build has selected operator `kOp` for dtypes that have to be widened.
template <const char* kOp>
constexpr bool widens() {
  return selected_dtypes<kOp>().has(ScalarType::Half) || selected_dtypes<kOp>().has(ScalarType::BFloat16);
}

/// Whether the build has selected any operator for dtypes that have to be widened, for shared sources. Inline
/// functions in headers must not depend on an operator's own selection: it differs between translation units.
constexpr bool kHasNarrow = widens<kAnyOperator>();

/// Whether the build has selected any operator for elements of 2 bytes, or of 8 bytes.
constexpr bool kHasShort = kHasNarrow || selected_dtypes<kAnyOperator>().has(ScalarType::Short);
constexpr bool kHasLong = selected_dtypes<kAnyOperator>().has(ScalarType::Long) ||
                          selected_dtypes<kAnyOperator>().has(ScalarType::Double);

/// A contiguous array. The elements of an input are only read.
struct Array {
  char* data = nullptr;
  ScalarType dtype = ScalarType::Float;

  Array() = default;
  Array(const float* floats) : Array(floats, ScalarType::Float) {}
  Array(const void* elements, ScalarType type)
      : data(static_cast<char*>(const_cast<void*>(elements))), dtype(type) {}

  ptrdiff_t element_size() const {
    return is_narrow() ? 2 : 4;
  }
  /// The array from element n on.
  template <typename Integer>
  Array operator+(Integer n) const {
    return {data + static_cast<ptrdiff_t>(n) * element_size(), dtype};
  }
  explicit operator bool() const {
    return data != nullptr;
  }
  /// Whether the elements have to be widened to float.
  bool is_narrow() const {
    return dtype != ScalarType::Float;
  }
  /// The elements of an array of Float.
  float* floats() const {
    return static_cast<float*>(static_cast<void*>(data));
  }
  /// Reads the first element.
  float get() const {
    float value;
    if (!is_narrow()) {
      return *floats();
    }
    load(dtype, data, 0, 1, &value);
    return value;
  }
  /// Sets the first element.
  void set(float value) const {
    if (is_narrow()) {
      store(dtype, &value, 1, data, 0);
    } else {
      *floats() = value;
    }
  }
};

/// The elements of a contiguous tensor.
inline Array array_of(const Tensor& tensor) {
  return {tensor.const_data_ptr(), tensor.scalar_type()};
}
inline Array array_of(const std::optional<Tensor>& tensor) {
  return tensor ? array_of(*tensor) : Array();
}

/// Widens `lines` rows of n elements, `stride` elements apart, to rows of floats that are `to_stride` floats
/// apart.
void load_lines(Array from, ptrdiff_t stride, size_t lines, size_t n, float* to, size_t to_stride);

/// Narrows rows of floats: each float is rounded.
void store_lines(const float* from, size_t from_stride, size_t lines, size_t n, Array to, ptrdiff_t stride);

}  // namespace etk::vec
