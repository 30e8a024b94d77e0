#include "tools/model_runner/npy.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;

// NumPy's names of the dtypes that it shares with the runtime, and the bytes of an element.
struct Dtype {
  const char* name;
  ScalarType dtype;
  size_t size;
};
constexpr Dtype kDtypes[] = {
    {"|b1", ScalarType::Bool, 1},   {"|u1", ScalarType::Byte, 1},   {"|i1", ScalarType::Char, 1},
    {"<i2", ScalarType::Short, 2},  {"<i4", ScalarType::Int, 4},    {"<i8", ScalarType::Long, 8},
    {"<u2", ScalarType::UInt16, 2}, {"<u4", ScalarType::UInt32, 4}, {"<u8", ScalarType::UInt64, 8},
    {"<f2", ScalarType::Half, 2},   {"<f4", ScalarType::Float, 4},  {"<f8", ScalarType::Double, 8},
};

// The text behind `key` in the header, which is a Python dict such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
const char* find(const std::string& header, const char* key) {
  const char* at = std::strstr(header.c_str(), key);
  return at ? at + std::strlen(key) : nullptr;
}

bool read_file(const std::string& path, std::vector<uint8_t>& data) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) {
    return false;
  }
  uint8_t buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof(buffer), file)) > 0;) {
    data.insert(data.end(), buffer, buffer + n);
  }
  std::fclose(file);
  return true;
}

}  // namespace

std::string read_npy(const std::string& path, Npy& npy) {
  std::vector<uint8_t> file;
  if (!read_file(path, file)) {
    return path + ": cannot read";
  }
  // Magic, version, and the length of the header in two bytes; larger headers than that are of no use here.
  if (file.size() < 10 || std::memcmp(file.data(), "\x93NUMPY\x01", 7) != 0) {
    return path + ": not a .npy file of version 1";
  }
  const size_t start = 10 + (file[8] | file[9] << 8);
  if (start > file.size()) {
    return path + ": cut off";
  }
  const std::string header(file.begin() + 10, file.begin() + static_cast<ptrdiff_t>(start));
  const char* descr = find(header, "'descr': '");
  const char* shape = find(header, "'shape': (");
  if (!descr || !shape || !find(header, "'fortran_order': False")) {
    return path + ": not an array in C order";
  }
  const Dtype* dtype = nullptr;
  for (const Dtype& known : kDtypes) {
    dtype = std::strncmp(descr, known.name, 3) == 0 ? &known : dtype;
  }
  if (!dtype) {
    return path + ": of a dtype that the runtime has not";
  }
  npy.dtype = dtype->dtype;
  npy.sizes.clear();
  size_t bytes = dtype->size;
  for (char* end; *shape != ')'; shape = end + std::strspn(end, ", ")) {
    const long size = std::strtol(shape, &end, 10);
    if (end == shape) {
      return path + ": its shape cannot be read";
    }
    npy.sizes.push_back(static_cast<int32_t>(size));
    bytes *= static_cast<size_t>(size);
  }
  if (file.size() - start != bytes) {
    return path + ": has more or less data than its shape";
  }
  npy.data.assign(file.begin() + static_cast<ptrdiff_t>(start), file.end());
  return "";
}

}  // namespace model_runner
