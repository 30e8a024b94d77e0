#include "etk/base/selected_dtypes.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <limits>
#include <type_traits>

namespace etk {
namespace {

// Whether this build has selected the dtype, or the complex dtype with parts of it, for any operator.
constexpr bool is_needed(ScalarType dtype) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  return selected.has(dtype) || (dtype == ScalarType::Half && selected.has(ScalarType::ComplexHalf)) ||
         (dtype == ScalarType::Float && selected.has(ScalarType::ComplexFloat)) ||
         (dtype == ScalarType::Double && selected.has(ScalarType::ComplexDouble));
}

// Calls f with a null pointer to the C++ type of the dtype, if this build needs it.
template <typename F>
void visit(ScalarType dtype, F f) {
  switch (dtype) {
#define ETK_CASE(name, type)                     \
  case ScalarType::name:                         \
    if constexpr (is_needed(ScalarType::name)) { \
      f(static_cast<type*>(nullptr));            \
    }                                            \
    break;
    ETK_CASE(Byte, uint8_t)
    ETK_CASE(Char, int8_t)
    ETK_CASE(Short, int16_t)
    ETK_CASE(Int, int32_t)
    ETK_CASE(Long, int64_t)
    ETK_CASE(Bool, bool)
    ETK_CASE(UInt16, uint16_t)
    ETK_CASE(UInt32, uint32_t)
    ETK_CASE(UInt64, uint64_t)
    ETK_CASE(Half, Half)
    ETK_CASE(BFloat16, BFloat16)
    ETK_CASE(Float, float)
    ETK_CASE(Double, double)
#undef ETK_CASE
    default:
      break;
  }
}

// The compute type of a C++ type that tensors hold.
template <typename T>
using ComputeType = std::conditional_t<
    std::is_same_v<T, double>,
    double,
    std::conditional_t<std::is_integral_v<T>, int64_t, float>>;

// A conversion to integer that is defined for every value: values that do not fit become the lowest integer.
int64_t to_int(double value) {
  constexpr double limit = 9223372036854775808.0;  // 2^63
  return value >= -limit && value < limit ? static_cast<int64_t>(value) : std::numeric_limits<int64_t>::min();
}

// Applies f to n values.
template <typename From, typename To, typename F>
void transform(const void* src, void* dst, size_t n, F f) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<To*>(dst)[i] = f(static_cast<const From*>(src)[i]);
  }
}

// The value that an integer has after it is stored in the dtype.
int64_t wrapped(ScalarType dtype, int64_t value) {
  switch (dtype) {
    case ScalarType::Byte:
      return static_cast<uint8_t>(value);
    case ScalarType::Char:
      return static_cast<int8_t>(value);
    case ScalarType::Short:
      return static_cast<int16_t>(value);
    case ScalarType::Int:
      return static_cast<int32_t>(value);
    case ScalarType::Bool:
      return value != 0;
    case ScalarType::UInt16:
      return static_cast<uint16_t>(value);
    case ScalarType::UInt32:
      return static_cast<uint32_t>(value);
    default:
      return value;
  }
}

// Changes the compute type of n integers, or of n doubles.
template <typename From>
void convert(const void* src, ScalarType to, void* dst, size_t n) {
  switch (compute_of(to)) {
    case Compute::kFloat:
      return transform<From, float>(src, dst, n, [](From x) { return static_cast<float>(x); });
    case Compute::kDouble:
      return transform<From, double>(src, dst, n, [](From x) { return static_cast<double>(x); });
    default:
      if constexpr (std::is_integral_v<From>) {
        return transform<From, int64_t>(src, dst, n, [](From x) { return x; });
      } else {
        const bool is_bool = to == ScalarType::Bool;
        return transform<From, int64_t>(
            src, dst, n, [is_bool](From x) { return is_bool ? x != 0 : to_int(x); });
      }
  }
}

}  // namespace

void fail(Context& ctx, Error error) {
  ctx.fail(error);
}

void* allocate(Context& ctx, size_t bytes, size_t alignment) {
  const auto memory = ctx.allocate_temp(bytes, alignment);
  if (!memory.ok()) {
    ET_LOG(Error, "cannot allocate %zu bytes of temporary memory: is there a temp allocator?", bytes);
    fail(ctx, memory.error());
    return nullptr;
  }
  return *memory;
}

ScalarType promote(ScalarType a, ScalarType b) {
  const auto is_plain = [](ScalarType t) {
    return t <= ScalarType::Long;
  };  // Byte, and the signed integers by size
  if (a == b) {
    return a;
  }
  if (compute_of(a) == Compute::kNone || compute_of(b) == Compute::kNone) {
    return ScalarType::Undefined;
  }
  if (is_floating(a) && is_floating(b)) {
    const bool either_double = a == ScalarType::Double || b == ScalarType::Double;
    return either_double ? ScalarType::Double
                         : ScalarType::Float;  // neither Half nor BFloat16 can represent the other
  }
  if (is_floating(a) || is_floating(b)) {
    return is_floating(a) ? a : b;
  }
  if (a == ScalarType::Bool && is_plain(b)) {
    return b;
  }
  if (b == ScalarType::Bool && is_plain(a)) {
    return a;
  }
  if (!is_plain(a) || !is_plain(b)) {
    return ScalarType::Undefined;  // UInt16, UInt32 and UInt64 promote with themselves only
  }
  const ScalarType larger = a > b ? a : b;
  return larger == ScalarType::Char ? ScalarType::Short : larger;  // Byte with Char
}

void load(ScalarType dtype, const void* src, ptrdiff_t stride, size_t n, void* dst) {
  visit(dtype, [=](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    const char* from = static_cast<const char*>(src);
    auto* to = static_cast<ComputeType<T>*>(dst);
    for (size_t i = 0; i < n; ++i, from += stride) {
      if constexpr (std::is_same_v<T, bool>) {
        to[i] = *from != 0;
      } else {
        to[i] = static_cast<ComputeType<T>>(*reinterpret_cast<const T*>(from));
      }
    }
  });
}

void store(ScalarType dtype, const void* src, size_t n, void* dst, ptrdiff_t stride) {
  visit(dtype, [=](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    const auto* from = static_cast<const ComputeType<T>*>(src);
    char* to = static_cast<char*>(dst);
    for (size_t i = 0; i < n; ++i, to += stride) {
      *reinterpret_cast<T*>(to) = static_cast<T>(from[i]);
    }
  });
}

double rounded(ScalarType dtype, double value) {
  if (dtype == ScalarType::Double) {
    return value;
  }
  float narrow;
  cast(ScalarType::Double, &value, dtype, &narrow, 1);
  return static_cast<double>(narrow);
}

void cast(ScalarType from, const void* src, ScalarType to, void* dst, size_t n) {
  ChunkBuffer widened;
  switch (compute_of(from)) {
    case Compute::kInt:
      from == ScalarType::UInt64 ? convert<uint64_t>(src, to, dst, n) : convert<int64_t>(src, to, dst, n);
      break;
    case Compute::kFloat:  // every float is a double
      transform<float, double>(src, widened.bytes, n, [](float x) { return static_cast<double>(x); });
      src = widened.bytes;
      [[fallthrough]];
    default:
      convert<double>(src, to, dst, n);
  }
  if (compute_of(to) == Compute::kInt) {
    for (size_t i = 0; i < n; ++i) {
      int64_t& value = static_cast<int64_t*>(dst)[i];
      value = wrapped(to, value);
    }
  } else if (!is_wide(to)) {
    ChunkBuffer narrow;
    store(to, dst, n, narrow.bytes, sizeof(int64_t));
    load(to, narrow.bytes, sizeof(int64_t), n, dst);
  }
}

template <typename C>
C to(const Scalar& scalar) {
  if (scalar.isFloatingPoint()) {
    const double value = scalar.to<double>();
    return std::is_integral_v<C> ? static_cast<C>(to_int(value)) : static_cast<C>(value);
  }
  return static_cast<C>(scalar.isBoolean() ? scalar.to<bool>() : scalar.to<int64_t>());
}
template int64_t to<int64_t>(const Scalar&);
template float to<float>(const Scalar&);
template double to<double>(const Scalar&);

}  // namespace etk
