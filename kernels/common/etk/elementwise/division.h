// Division with remainder. Integers must not be divided by zero. Results wrap around if the lowest integer is
// divided by -1; that case is computed without a division instruction, which would trap.
#pragma once

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk {

/// False if `self` divided by `other` divides an integer by zero.
bool is_divisible(const Operand& self, const Operand& other);

/// The quotient, rounded toward zero.
struct TruncatedQuotient {
  int64_t operator()(int64_t a, int64_t b) const {
    return b == -1 ? static_cast<int64_t>(-static_cast<uint64_t>(a)) : a / b;
  }
  template <typename C>
  C operator()(C a, C b) const {
    return std::trunc(a / b);
  }
};

/// The remainder of the division that rounds toward zero; it has the sign of a.
struct TruncatedRemainder {
  int64_t operator()(int64_t a, int64_t b) const {
    return b == -1 ? 0 : a % b;
  }
  template <typename C>
  C operator()(C a, C b) const {
    return std::fmod(a, b);
  }
};

/// Whether the remainder and the divisor have different signs, so that rounding down decrements the quotient.
template <typename C>
bool is_beyond(C remainder, C b) {
  return remainder != 0 && (remainder < 0) != (b < 0);
}

/// The remainder of the division that rounds down.
struct FlooredRemainder {
  template <typename C>
  C operator()(C a, C b) const {
    const C remainder = TruncatedRemainder()(a, b);
    return is_beyond(remainder, b) ? remainder + b : remainder;
  }
};

/// The quotient, rounded down. For floats it is computed from the remainder, which is exact, while a / b may
/// be rounded up to the next integer.
struct FlooredQuotient {
  int64_t operator()(int64_t a, int64_t b) const {
    return TruncatedQuotient()(a, b) - is_beyond(TruncatedRemainder()(a, b), b);
  }
  template <typename C>
  C operator()(C a, C b) const {
    if (b == 0) {
      return a / b;
    }
    const C remainder = std::fmod(a, b);
    const C quotient = (a - remainder) / b - static_cast<C>(is_beyond(remainder, b));
    return quotient == 0 ? std::copysign(C(0), a / b) : std::nearbyint(quotient);
  }
};

}  // namespace etk
