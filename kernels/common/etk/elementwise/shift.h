// Shifts of integers, computed in int64_t.
#pragma once

#include <cstdint>

namespace etk {

/// a · 2^b, without overflowing bits; 0 if b is negative or too large. Storing the result in a smaller dtype
/// removes its high bits.
struct ShiftLeft {
  int64_t operator()(int64_t a, int64_t b) const {
    return b < 0 || b > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  }
};

/// a / 2^b, rounded down: 0 or -1 if b is negative or too large.
struct ShiftRight {
  int64_t operator()(int64_t a, int64_t b) const {
    return a >> (b < 0 || b > 63 ? 63 : b);
  }
};

}  // namespace etk
