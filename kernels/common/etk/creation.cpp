#include "etk/creation.h"

#include <cmath>
#include <limits>

namespace etk {
namespace {

// Whether an integer is one of T, or if T is unsigned, the negative of one: those wrap around.
template <typename T>
bool fits(int64_t value) {
  using Limits = std::numeric_limits<T>;
  if (Limits::is_signed) {
    return value >= static_cast<int64_t>(Limits::min()) && value <= static_cast<int64_t>(Limits::max());
  }
  const uint64_t magnitude = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return magnitude <= static_cast<uint64_t>(Limits::max());
}

bool fits(ScalarType dtype, int64_t value) {
  switch (dtype) {
    case ScalarType::Byte:
      return fits<uint8_t>(value);
    case ScalarType::Char:
      return fits<int8_t>(value);
    case ScalarType::Short:
      return fits<int16_t>(value);
    case ScalarType::Int:
      return fits<int32_t>(value);
    case ScalarType::UInt16:
      return fits<uint16_t>(value);
    case ScalarType::UInt32:
      return fits<uint32_t>(value);
    default:
      return true;
  }
}

// The largest finite value of a floating point dtype.
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
      if (dtype == ScalarType::Bool) {
        return true;
      }
      if (number.isFloatingPoint()) {
        constexpr double limit = 9223372036854775808.0;  // 2^63
        const double value = number.to<double>();
        return value >= -limit && value < limit && fits(dtype, static_cast<int64_t>(value));
      }
      return fits(dtype, to<int64_t>(number));
    default: {
      const double value = to<double>(number);
      return !std::isfinite(value) || std::fabs(value) <= limit_of(part_of(dtype));
    }
  }
}

bool is_valid_format(std::optional<executorch::aten::MemoryFormat> format, const Tensor& out) {
  if (!format || *format == executorch::aten::MemoryFormat::Preserve) {
    return true;
  }
  // The dimensions in order, or the second one behind all others. The runtime has names for the first two of
  // PyTorch's formats; 2 is that of images with channels last, 3 that of volumes.
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
