// Chunks: a few elements at a time, widened to their compute type.
#pragma once

#include "etk/base/dtype.h"

namespace etk {

/// A source of values: elements of one dtype, read as values of another; or a scalar.
class Source {
 public:
  Source() = default;
  /// Elements of `dtype`, cast to `target` and widened to its compute type.
  Source(ScalarType dtype, ScalarType target) : dtype_(dtype), target_(target), is_number_(false) {}
  /// Repeats one number.
  Source(const Scalar& number, ScalarType target);

  bool is_number() const {
    return is_number_;
  }

  /// Whether elements at this stride need no widening, so that read() returns a pointer to the tensor's
  /// memory, for any length.
  bool is_direct(ptrdiff_t stride) const;

  /// The n <= kChunk elements from `data` on, as values. They are valid until the next call.
  const void* read(const char* data, ptrdiff_t stride, size_t n);

  /// A buffer for a chunk of values, for callers that fill it themselves.
  char* buffer() {
    return reinterpret_cast<char*>(chunk_.bytes);
  }

 private:
  ScalarType dtype_;
  ScalarType target_;
  bool is_number_;
  ChunkBuffer chunk_;
};

/// The dtype that a number has in PyTorch: Bool, Long or Double.
ScalarType dtype_of(const Scalar& number);

/// Writes n <= kChunk values that have the compute type of `result` to elements of another dtype.
void write(ScalarType result, const void* values, size_t n, ScalarType dtype, char* data, ptrdiff_t stride);

/// Whether elements of the dtype at this stride are a contiguous array of its compute type.
bool is_dense(ScalarType dtype, ptrdiff_t stride);

/// The number of elements in the next chunk, if `left` remain.
inline size_t chunk_of(size_t left) {
  return left < kChunk ? left : kChunk;
}

/// Copies n elements of `size` bytes.
void copy_elements(
    const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t size, size_t n);

/// The maximum size of an element, that of ComplexDouble, in bytes.
constexpr size_t kMostBytes = 16;

/// Writes a number as an element of the dtype; for complex dtypes it is the real part.
void store_number(const Scalar& number, ScalarType dtype, char (&element)[kMostBytes]);

/// Sets n contiguous elements of `size` bytes to the same value.
void repeat_element(const char* element, size_t size, size_t n, char* to);

}  // namespace etk
