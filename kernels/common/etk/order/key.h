// Integer keys that have the same order as values.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace etk {

/// An unsigned integer of the same size whose order is the order of the values. NaN is the largest, and -0.0
/// equals 0.0.
template <typename C>
auto key_of(C value) {
  using Key = std::conditional_t<sizeof(C) == sizeof(uint32_t), uint32_t, uint64_t>;
  constexpr Key sign = Key{1} << (8 * sizeof(Key) - 1);
  if constexpr (std::is_integral_v<C>) {
    return static_cast<Key>(value) ^ sign;
  } else {
    value += 0;
    Key bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return value != value ? ~Key{0} : (bits & sign) != 0 ? ~bits : bits | sign;
  }
}

}  // namespace etk
