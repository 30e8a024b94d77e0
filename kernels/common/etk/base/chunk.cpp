#include "etk/base/chunk.h"

#include <algorithm>
#include <cstring>

namespace etk {

bool is_dense(ScalarType dtype, ptrdiff_t stride) {
  return is_wide(dtype) && stride == static_cast<ptrdiff_t>(value_size(compute_of(dtype)));
}

ScalarType dtype_of(const Scalar& number) {
  return number.isFloatingPoint() ? ScalarType::Double
         : number.isBoolean()     ? ScalarType::Bool
                                  : ScalarType::Long;
}

// Sets a value of the target's compute type to a number.
static void set_value(const Scalar& number, ScalarType target, void* value) {
  const ScalarType dtype = dtype_of(number);
  ChunkBuffer buffer;
  if (dtype == ScalarType::Double) {
    *reinterpret_cast<double*>(buffer.bytes) = number.to<double>();
  } else {
    *reinterpret_cast<int64_t*>(buffer.bytes) = to<int64_t>(number);
  }
  cast(dtype, buffer.bytes, target, value, 1);
}

Source::Source(const Scalar& number, ScalarType target)
    : dtype_(dtype_of(number)), target_(target), is_number_(true) {
  set_value(number, target, chunk_.bytes);
  const size_t size = value_size(compute_of(target));
  char* chunk = reinterpret_cast<char*>(chunk_.bytes);
  copy_elements(chunk, 0, chunk + size, static_cast<ptrdiff_t>(size), size, kChunk - 1);
}

bool Source::is_direct(ptrdiff_t stride) const {
  return !is_number_ && dtype_ == target_ && is_dense(dtype_, stride);
}

const void* Source::read(const char* data, ptrdiff_t stride, size_t n) {
  if (is_direct(stride)) {
    return data;
  }
  if (is_number_) {
    return chunk_.bytes;
  }
  if (dtype_ == target_) {
    load(dtype_, data, stride, n, chunk_.bytes);
  } else {
    ChunkBuffer loaded;
    load(dtype_, data, stride, n, loaded.bytes);
    cast(dtype_, loaded.bytes, target_, chunk_.bytes, n);
  }
  return chunk_.bytes;
}

void write(ScalarType result, const void* values, size_t n, ScalarType dtype, char* data, ptrdiff_t stride) {
  ChunkBuffer rounded, casted;
  if (result != dtype) {
    cast(result, values, result, rounded.bytes, n);  // values that do not fit are converted to `result`
    cast(result, rounded.bytes, dtype, casted.bytes, n);
    values = casted.bytes;
  }
  store(dtype, values, n, data, stride);
}

void copy_elements(
    const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t size, size_t n) {
  const auto step = static_cast<ptrdiff_t>(size);
  if (from_stride == step && to_stride == step) {
    size *= n;
    n = 1;
  }
  for (size_t i = 0; i < n; ++i, from += from_stride, to += to_stride) {
    std::memcpy(to, from, size);
  }
}

void store_number(const Scalar& number, ScalarType dtype, char (&element)[kMostBytes]) {
  std::memset(element, 0, sizeof(element));
  int64_t value;
  set_value(number, part_of(dtype), &value);
  store(part_of(dtype), &value, 1, element, 0);
}

void repeat_element(const char* element, size_t size, size_t n, char* to) {
  // Copies the elements written so far, at most as many as fit into the first-level cache.
  constexpr size_t kBytes = 4096;
  const size_t all = n * size;
  for (size_t done = 0; done < all;) {
    const size_t bytes = done ? std::min(std::min(done, kBytes), all - done) : size;
    std::memcpy(to + done, done ? to : element, bytes);
    done += bytes;
  }
}

}  // namespace etk
