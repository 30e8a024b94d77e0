#include "etk/base/number_checks.h"

#include <cmath>
#include <limits>

namespace etk {
namespace {

// The unused bits of an integer dtype in 64.
unsigned unused_bits(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Byte:
    case ScalarType::Char:
      return 56;
    case ScalarType::Short:
    case ScalarType::UInt16:
      return 48;
    case ScalarType::Int:
    case ScalarType::UInt32:
      return 32;
    default:
      return 0;
  }
}

// Whether an integer dtype can represent a number: a float or an integer from its lowest to its largest
// integer. If the dtype is unsigned, also the negatives of its integers, which wrap around.
bool fits(ScalarType dtype, const Scalar& number) {
  const bool is_unsigned = dtype == ScalarType::Byte || is_large_unsigned(dtype);
  const uint64_t all = is_unsigned ? UINT64_MAX : INT64_MAX;
  const uint64_t largest = all >> unused_bits(dtype);
  if (number.isFloatingPoint()) {
    constexpr double limit = 9223372036854775808.0;  // 2^63
    const double value = number.to<double>(), high = static_cast<double>(largest);
    return value >= (is_unsigned ? 0 : -high - 1) && value <= high && value < limit;
  }
  const int64_t value = to<int64_t>(number);
  const uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return magnitude <= largest || (!is_unsigned && value < 0 && magnitude == largest + 1);
}

// The largest finite value of a floating-point dtype.
double limit_of(ScalarType dtype) {
  return dtype == ScalarType::Half       ? 65504.0
         : dtype == ScalarType::BFloat16 ? 3.3895313892515355e38
         : dtype == ScalarType::Float    ? static_cast<double>(std::numeric_limits<float>::max())
                                         : std::numeric_limits<double>::max();
}

}  // namespace

bool read_shape(ArrayRef<int64_t> size, Shape& shape) {
  if (size.size() > kMaxRank) {
    return false;
  }
  for (const int64_t n : size) {
    if (n < 0 || n > std::numeric_limits<executorch::aten::SizesType>::max()) {
      return false;
    }
    shape.push_back(n);
  }
  return true;
}

bool can_hold(ScalarType dtype, const Scalar& number) {
  switch (compute_of(part_of(dtype))) {
    case Compute::kNone:
      return false;
    case Compute::kInt:
      return dtype == ScalarType::Bool || fits(dtype, number);
    default: {
      const double value = to<double>(number);
      return !std::isfinite(value) || std::fabs(value) <= limit_of(part_of(dtype));
    }
  }
}

bool can_fill(ScalarType dtype, size_t numel, const Scalar& number) {
  const bool is_copied = numel == 1 && (dtype == ScalarType::Half || dtype == ScalarType::BFloat16);
  return is_copied || can_hold(dtype, number);
}

bool can_multiply(ScalarType dtype, const Scalar& number) {
  return can_hold(compute_of(dtype) == Compute::kFloat ? ScalarType::Float : dtype, number);
}

bool are_factors(ScalarType dtype, const Scalar& beta, const Scalar& alpha, bool any_product) {
  if (any_product) {
    return can_multiply(dtype, beta) && can_multiply(dtype, alpha);
  }
  return compute_of(dtype) != Compute::kInt || !beta.isFloatingPoint() || to<double>(beta) == 0;
}

bool is_valid_format(std::optional<executorch::aten::MemoryFormat> format, const Tensor& out) {
  if (!format || *format == executorch::aten::MemoryFormat::Preserve) {
    return true;
  }
  // The dimensions are in order, or the second one comes last. The runtime has names only for the first two
  // of PyTorch's memory formats; 2 is channels last for images, 3 channels last for volumes.
  const bool last = *format != executorch::aten::MemoryFormat::Contiguous;
  const size_t rank = out.dim_order().size();
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = !last || i == 0 ? i : i + 1 < rank ? i + 1 : 1;
    if (out.dim_order()[i] != d) {
      return false;
    }
  }
  return !last || rank == static_cast<size_t>(*format) + 2;
}

}  // namespace etk
