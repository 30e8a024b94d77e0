// Arrays from files: the inputs and expected outputs of a method.
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace model_runner {

/// Elements of one dtype in C order: the last dimension varies fastest.
struct Array {
  executorch::aten::ScalarType dtype = executorch::aten::ScalarType::Float;
  std::vector<int32_t> sizes;
  std::vector<uint8_t> data;

  size_t numel() const;
  /// Permutes the elements from another dim order to C order; false if it is not a permutation of the
  /// dimensions.
  bool set_c_order(const std::vector<uint8_t>& dim_order);
  /// Element i; real numbers have an imaginary part of 0. NaN if the dtype is not numeric.
  std::complex<double> at(size_t i) const;
};

/// Calls f(i, at) for each element: i is its index in C order, at its index in memory with these strides.
template <typename F>
void for_each_element(const std::vector<int32_t>& sizes, const std::vector<int32_t>& strides, F f) {
  std::vector<int32_t> index(sizes.size());
  size_t count = 1;
  for (const int32_t size : sizes) {
    count *= static_cast<size_t>(size);
  }
  size_t at = 0;
  for (size_t i = 0; i < count; ++i) {
    f(i, at);
    for (size_t d = sizes.size(); d-- > 0;) {
      at += static_cast<size_t>(strides[d]);
      if (++index[d] < sizes[d]) {
        break;
      }
      at -= static_cast<size_t>(strides[d]) * static_cast<size_t>(sizes[d]);
      index[d] = 0;
    }
  }
}

/// Element `i` of `data`, with the same rules.
std::complex<double> element(executorch::aten::ScalarType dtype, const void* data, size_t i);

/// Converts the elements to another dtype, with rounding; false if that is another kind of number.
///
/// Two-byte integers are treated as the bits of BFloat16, which NumPy lacks, and raw bytes (`V1`, `V2`) as
/// the bits of any dtype of their size.
bool convert(Array& array, executorch::aten::ScalarType dtype);

/// An array of ones with the dtype and sizes.
Array ones(executorch::aten::ScalarType dtype, std::vector<int32_t> sizes);

/// Reads a whole file; false if it cannot be read.
bool read_file(const std::string& path, std::vector<uint8_t>& data);

/// Reads a NumPy array. Returns an error message, or an empty string.
std::string read_npy(const std::string& path, Array& array);

}  // namespace model_runner
