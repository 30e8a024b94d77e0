// Dtypes: loading, storing and promoting their values.
// A kernel computes in one of three compute types, regardless of the dtypes of its tensors: integers and bool
// in int64_t, Half, BFloat16 and Float in float, Double in double. Chunks of tensors are widened to the
// compute type, the mathematics is done, and the result is narrowed, so that an operator is instantiated
// three times and not once for each combination of dtypes. Integers wrap around when they are narrowed, as
// they do in PyTorch.
#pragma once

#include "etk/base/core.h"

#include <cstdint>
#include <type_traits>

namespace etk {

enum class Compute : uint8_t { kInt, kFloat, kDouble, kNone };

/// The compute type of a dtype; kNone for dtypes whose elements are only moved.
constexpr Compute compute_of(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Short:
    case ScalarType::Int:
    case ScalarType::Long:
    case ScalarType::Bool:
    case ScalarType::UInt16:
    case ScalarType::UInt32:
    case ScalarType::UInt64:
      return Compute::kInt;
    case ScalarType::Half:
    case ScalarType::BFloat16:
    case ScalarType::Float:
      return Compute::kFloat;
    case ScalarType::Double:
      return Compute::kDouble;
    default:
      return Compute::kNone;
  }
}

/// Whether a dtype is complex; always false in a build without complex dtypes.
constexpr bool is_complex(ScalarType dtype) {
  return kHasComplex && dtype >= ScalarType::ComplexHalf && dtype <= ScalarType::ComplexDouble;
}

/// The dtype of the real and imaginary parts of a complex dtype; other dtypes are returned unchanged.
constexpr ScalarType part_of(ScalarType dtype) {
  return !is_complex(dtype)                  ? dtype
         : dtype == ScalarType::ComplexHalf  ? ScalarType::Half
         : dtype == ScalarType::ComplexFloat ? ScalarType::Float
                                             : ScalarType::Double;
}

constexpr bool is_floating(ScalarType dtype) {
  return compute_of(dtype) == Compute::kFloat || compute_of(dtype) == Compute::kDouble;
}

/// Integers without bool.
constexpr bool is_integer(ScalarType dtype) {
  return compute_of(dtype) == Compute::kInt && dtype != ScalarType::Bool;
}

/// UInt16, UInt32 and UInt64, which many of PyTorch's operators do not support.
constexpr bool is_large_unsigned(ScalarType dtype) {
  return dtype == ScalarType::UInt16 || dtype == ScalarType::UInt32 || dtype == ScalarType::UInt64;
}

/// Whether the element type of the dtype is its compute type.
constexpr bool is_wide(ScalarType dtype) {
  return dtype == ScalarType::Long || dtype == ScalarType::Float || dtype == ScalarType::Double;
}

/// Whether PyTorch lets a result of one dtype be written to an out of another.
constexpr bool can_cast(ScalarType from, ScalarType to) {
  return from != ScalarType::Undefined &&
         (is_floating(to) || (!is_floating(from) && (is_integer(to) || from == to)));
}

/// Whether elements of one dtype can be copied to another: numbers to numbers, other dtypes only to
/// themselves.
constexpr bool can_convert(ScalarType from, ScalarType to) {
  return from == to || (compute_of(from) != Compute::kNone && compute_of(to) != Compute::kNone);
}

/// The result of torch.promote_types; Undefined if there is none.
ScalarType promote(ScalarType a, ScalarType b);

/// Whether elements of one dtype can be copied to those of another; complex numbers are copied part by part.
constexpr bool can_copy(ScalarType from, ScalarType to) {
  return can_convert(from, to) || can_convert(part_of(from), part_of(to));
}

/// Whether all these tensors have the dtype.
template <typename... Tensors>
ETK_INLINE bool have_dtype(ScalarType dtype, const Tensors&... tensors) {
  return (... && (tensors.scalar_type() == dtype));
}

/// The type in which values of a compute type are multiplied and added, so that integers wrap around.
template <typename C>
using Wrapping = std::conditional_t<std::is_integral_v<C>, uint64_t, C>;

/// Bytes of a value.
constexpr size_t value_size(Compute compute) {
  return compute == Compute::kFloat ? sizeof(float) : sizeof(int64_t);
}

/// The number of values in a chunk.
constexpr size_t kChunk = 64;

/// A buffer for a chunk of values of any compute type.
struct alignas(int64_t) ChunkBuffer {
  unsigned char bytes[kChunk * sizeof(int64_t)];
};

/// Widens n elements to the compute type of their dtype. The stride is in bytes.
void load(ScalarType dtype, const void* src, ptrdiff_t stride, size_t n, void* dst);

/// Narrows n values of the dtype's compute type. The stride is in bytes.
void store(ScalarType dtype, const void* src, size_t n, void* dst, ptrdiff_t stride);

/// Casts n <= kChunk values: from the compute type of one dtype to that of another, each becoming a value
/// that the other dtype can represent. The buffers do not overlap.
void cast(ScalarType from, const void* src, ScalarType to, void* dst, size_t n);

/// A number rounded to a floating-point dtype.
double rounded(ScalarType dtype, double value);

/// A scalar as a value of compute type C.
template <typename C>
C to(const Scalar& scalar);

}  // namespace etk
