#include "tools/model_runner/array.h"

#include <executorch/runtime/core/exec_aten/util/dim_order_util.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace model_runner {
namespace {

using executorch::aten::BFloat16;
using executorch::aten::Half;
using executorch::aten::ScalarType;

template <typename T>
double read(const void* data, size_t i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(data) + i * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

// 16-bit dtypes can be converted to float, but not to double.
template <typename T>
double read_16(const void* data, size_t i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(data) + i * sizeof(T), sizeof(T));
  return static_cast<double>(static_cast<float>(value));
}

template <typename T>
void write(void* data, size_t i, T value) {
  std::memcpy(static_cast<char*>(data) + i * sizeof(T), &value, sizeof(T));
}

bool is_floating(ScalarType dtype) {
  return dtype == ScalarType::Half || dtype == ScalarType::BFloat16 || dtype == ScalarType::Float ||
         dtype == ScalarType::Double;
}

bool is_complex(ScalarType dtype) {
  return dtype == ScalarType::ComplexHalf || dtype == ScalarType::ComplexFloat ||
         dtype == ScalarType::ComplexDouble;
}

// The dtype of the real and imaginary parts of a complex dtype.
ScalarType part_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::ComplexHalf:
      return ScalarType::Half;
    case ScalarType::ComplexFloat:
      return ScalarType::Float;
    case ScalarType::ComplexDouble:
      return ScalarType::Double;
    default:
      return dtype;
  }
}

double part(ScalarType dtype, const void* data, size_t i) {
  switch (dtype) {
    case ScalarType::Byte:
      return read<uint8_t>(data, i);
    case ScalarType::Char:
      return read<int8_t>(data, i);
    case ScalarType::Short:
      return read<int16_t>(data, i);
    case ScalarType::Int:
      return read<int32_t>(data, i);
    case ScalarType::Long:
      return read<int64_t>(data, i);
    case ScalarType::UInt16:
      return read<uint16_t>(data, i);
    case ScalarType::UInt32:
      return read<uint32_t>(data, i);
    case ScalarType::UInt64:
      return read<uint64_t>(data, i);
    case ScalarType::Bool:
      return read<uint8_t>(data, i) != 0;
    case ScalarType::Half:
      return read_16<Half>(data, i);
    case ScalarType::BFloat16:
      return read_16<BFloat16>(data, i);
    case ScalarType::Float:
      return static_cast<double>(read<float>(data, i));
    case ScalarType::Double:
      return read<double>(data, i);
    default:
      return static_cast<double>(NAN);
  }
}

void set_part(ScalarType dtype, void* data, size_t i, double value) {
  switch (dtype) {
    case ScalarType::Half:
      return write(data, i, Half(static_cast<float>(value)));
    case ScalarType::BFloat16:
      return write(data, i, BFloat16(static_cast<float>(value)));
    case ScalarType::Float:
      return write(data, i, static_cast<float>(value));
    case ScalarType::Double:
      return write(data, i, value);
    default:
      return;
  }
}

}  // namespace

size_t Array::numel() const {
  size_t count = 1;
  for (const int32_t size : sizes) {
    count *= static_cast<size_t>(size);
  }
  return count;
}

bool Array::set_c_order(const std::vector<uint8_t>& dim_order) {
  std::vector<int32_t> strides(sizes.size());
  if (dim_order.size() != sizes.size() ||
      executorch::runtime::dim_order_to_stride(
          sizes.data(), dim_order.data(), sizes.size(), strides.data()) != executorch::runtime::Error::Ok) {
    return false;
  }
  const size_t size = executorch::runtime::elementSize(dtype);
  const std::vector<uint8_t> from = data;
  for_each_element(
      sizes, strides, [&](size_t i, size_t at) { std::memcpy(&data[i * size], &from[at * size], size); });
  return true;
}

std::complex<double> Array::at(size_t i) const {
  return element(dtype, data.data(), i);
}

std::complex<double> element(ScalarType dtype, const void* data, size_t i) {
  if (is_complex(dtype)) {
    return {part(part_of(dtype), data, 2 * i), part(part_of(dtype), data, 2 * i + 1)};
  }
  return part(dtype, data, i);
}

bool convert(Array& array, ScalarType dtype) {
  if (array.dtype == dtype) {
    return true;
  }
  const size_t size = executorch::runtime::elementSize(dtype);
  const bool is_raw = array.dtype == ScalarType::Bits8 || array.dtype == ScalarType::Bits16;
  const bool is_integer_of_16 = array.dtype == ScalarType::Short || array.dtype == ScalarType::UInt16;
  if ((is_raw && executorch::runtime::elementSize(array.dtype) == size) ||
      (is_integer_of_16 && dtype == ScalarType::BFloat16)) {
    array.dtype = dtype;
    return true;
  }
  if (!(is_floating(array.dtype) && is_floating(dtype)) && !(is_complex(array.dtype) && is_complex(dtype))) {
    return false;
  }
  const size_t parts = array.numel() * (is_complex(dtype) ? 2 : 1);
  std::vector<uint8_t> data(array.numel() * size);
  for (size_t i = 0; i < parts; ++i) {
    set_part(part_of(dtype), data.data(), i, part(part_of(array.dtype), array.data.data(), i));
  }
  array.data = std::move(data);
  array.dtype = dtype;
  return true;
}

Array ones(ScalarType dtype, std::vector<int32_t> sizes) {
  Array array{dtype, std::move(sizes), {}};
  const size_t size = executorch::runtime::elementSize(dtype);
  array.data.assign(array.numel() * size, 0);
  for (size_t i = 0; i < array.numel(); ++i) {
    if (is_floating(dtype) || is_complex(dtype)) {
      set_part(part_of(dtype), array.data.data(), is_complex(dtype) ? 2 * i : i, 1);
    } else {
      array.data[i * size] = 1;  // an integer 1 of any size, in little endian
    }
  }
  return array;
}

bool read_file(const std::string& path, std::vector<uint8_t>& data) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) {
    return false;
  }
  uint8_t buffer[1 << 16];
  for (size_t n; (n = std::fread(buffer, 1, sizeof(buffer), file)) > 0;) {
    data.insert(data.end(), buffer, buffer + n);
  }
  const bool good = !std::ferror(file);
  std::fclose(file);
  return good;
}

}  // namespace model_runner
