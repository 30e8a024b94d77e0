// Arrays of numbers, as files hold them: the inputs and expected outputs of a method.
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
  /// Brings the elements from another dim order to C order; false if it is no permutation of the dimensions.
  bool set_c_order(const std::vector<uint8_t>& dim_order);
  /// Element i; a real number has no imaginary part. NaN for a dtype that is not a number.
  std::complex<double> at(size_t i) const;
};

/// Calls f(i, at) for each element: its index in C order, and in memory of these strides.
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

/// Element `i` of `data`, likewise.
std::complex<double> element(executorch::aten::ScalarType dtype, const void* data, size_t i);

/// The same elements in another dtype, rounded to it; false where that would be another kind of number.
///
/// Two-byte integers are taken to be the bits of BFloat16, which NumPy does not have, and raw bytes (`V1`,
/// `V2`) those of any dtype of their size.
bool convert(Array& array, executorch::aten::ScalarType dtype);

/// Fills an array of the dtype and sizes with ones.
Array ones(executorch::aten::ScalarType dtype, std::vector<int32_t> sizes);

/// Reads a file whole; false if it cannot be read.
bool read_file(const std::string& path, std::vector<uint8_t>& data);

/// Reads a NumPy array. Returns what is wrong with the file, or an empty string.
std::string read_npy(const std::string& path, Array& array);

}  // namespace model_runner
