// Greatest common divisors and least common multiples of integers, with PyTorch's semantics: the arithmetic
// of the dtype wraps around, so that the lowest integer is its own absolute value.
#pragma once

#include "etk/elementwise/arithmetic.h"
#include "etk/elementwise/division.h"

namespace etk {

/// The lowest integer of a signed dtype; 0 for other dtypes.
constexpr int64_t lowest_of(ScalarType dtype) {
  return dtype == ScalarType::Char    ? INT8_MIN
         : dtype == ScalarType::Short ? INT16_MIN
         : dtype == ScalarType::Int   ? INT32_MIN
         : dtype == ScalarType::Long  ? INT64_MIN
                                      : 0;
}

/// The greatest common divisor, by Euclid's algorithm.
struct CommonDivisor {
  int64_t lowest;

  int64_t operator()(int64_t a, int64_t b) const {
    a = a == lowest ? a : Absolute()(a);
    b = b == lowest ? b : Absolute()(b);
    while (a != 0) {
      const int64_t rest = TruncatedRemainder()(b, a);
      b = a;
      a = rest;
    }
    return b;
  }
};

/// The least common multiple.
struct CommonMultiple {
  ScalarType dtype;

  int64_t operator()(int64_t a, int64_t b) const {
    const int64_t divisor = CommonDivisor{lowest_of(dtype)}(a, b);
    if (divisor == 0) {
      return 0;
    }
    const int64_t factor = TruncatedQuotient()(a, divisor);
    const auto product = static_cast<int64_t>(static_cast<uint64_t>(factor) * static_cast<uint64_t>(b));
    return Absolute()(dtype == ScalarType::Int ? static_cast<int32_t>(product) : product);
  }
};

}  // namespace etk
