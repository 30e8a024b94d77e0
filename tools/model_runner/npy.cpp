// Reads NumPy's .npy files: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include "tools/model_runner/array.h"

#include <cstdlib>
#include <cstring>
#include <numeric>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;

// NumPy's names for the dtypes that it shares with the runtime, and the size of an element in bytes. NumPy
// saves the dtypes of other packages, such as ml_dtypes.bfloat16, as raw bytes.
struct Dtype {
  const char* name;
  ScalarType dtype;
  size_t size;
};
constexpr Dtype kDtypes[] = {
    {"|b1'", ScalarType::Bool, 1},         {"|u1'", ScalarType::Byte, 1},
    {"|i1'", ScalarType::Char, 1},         {"<i2'", ScalarType::Short, 2},
    {"<i4'", ScalarType::Int, 4},          {"<i8'", ScalarType::Long, 8},
    {"<u2'", ScalarType::UInt16, 2},       {"<u4'", ScalarType::UInt32, 4},
    {"<u8'", ScalarType::UInt64, 8},       {"<f2'", ScalarType::Half, 2},
    {"<f4'", ScalarType::Float, 4},        {"<f8'", ScalarType::Double, 8},
    {"<c8'", ScalarType::ComplexFloat, 8}, {"<c16'", ScalarType::ComplexDouble, 16},
    {"|V1'", ScalarType::Bits8, 1},        {"<V1'", ScalarType::Bits8, 1},
    {"|V2'", ScalarType::Bits16, 2},       {"<V2'", ScalarType::Bits16, 2},
};

// The text after `key` in the header, which is a Python dict such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
const char* find(const std::string& header, const char* key) {
  const char* at = std::strstr(header.c_str(), key);
  return at ? at + std::strlen(key) : nullptr;
}

}  // namespace

std::string read_npy(const std::string& path, Array& array) {
  std::vector<uint8_t> file;
  if (!read_file(path, file)) {
    return path + ": cannot be read";
  }
  // The magic bytes, the major and minor version, and the length of the header in two bytes (four since
  // version 2).
  if (file.size() < 12 || std::memcmp(file.data(), "\x93NUMPY", 6) != 0 || file[6] < 1 || file[6] > 3) {
    return path + ": not a .npy file";
  }
  const bool is_wide = file[6] > 1;
  const size_t length = is_wide
                            ? file[8] | file[9] << 8 | file[10] << 16 | static_cast<size_t>(file[11]) << 24
                            : file[8] | file[9] << 8;
  const size_t header_at = is_wide ? 12 : 10;
  const size_t start = header_at + length;
  if (start > file.size()) {
    return path + ": cut off";
  }
  const std::string header(
      file.begin() + static_cast<ptrdiff_t>(header_at), file.begin() + static_cast<ptrdiff_t>(start));
  const char* descr = find(header, "'descr': '");
  const char* shape = find(header, "'shape': (");
  const bool is_fortran = find(header, "'fortran_order': True");
  if (!descr || !shape || (!is_fortran && !find(header, "'fortran_order': False"))) {
    return path + ": not an array of numbers";
  }
  const Dtype* dtype = nullptr;
  for (const Dtype& known : kDtypes) {
    dtype = std::strncmp(descr, known.name, std::strlen(known.name)) == 0 ? &known : dtype;
  }
  if (!dtype) {
    return path + ": the runtime does not have the dtype '" + std::string(descr, std::strcspn(descr, "'")) +
           "'";
  }
  array.dtype = dtype->dtype;
  array.sizes.clear();
  size_t bytes = dtype->size;
  for (char* end; *shape != ')'; shape = end + std::strspn(end, ", ")) {
    const long size = std::strtol(shape, &end, 10);
    if (end == shape || size < 0 || size > INT32_MAX) {
      return path + ": its shape cannot be read";
    }
    array.sizes.push_back(static_cast<int32_t>(size));
    bytes *= static_cast<size_t>(size);
  }
  if (file.size() - start != bytes) {
    return path + ": has more or less data than its shape";
  }
  array.data.assign(file.begin() + static_cast<ptrdiff_t>(start), file.end());
  if (is_fortran) {
    std::vector<uint8_t> order(array.sizes.size());
    std::iota(order.rbegin(), order.rend(), uint8_t{0});
    array.set_c_order(order);
  }
  return "";
}

}  // namespace model_runner
