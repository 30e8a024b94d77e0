#include "vec/order/sort_keys.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace etk::vec {
namespace {

// Distributes the places, in their current order, by the 8-bit digit of their keys from bit `shift` on.
// Without places, the current order is that of the keys.
template <typename Key>
void sort_by_digit(const Key* keys, size_t n, size_t shift, const uint32_t* places, uint32_t* to) {
  constexpr size_t kDigits = 256;
  const auto digit = [keys, shift](size_t i) { return keys[i] >> shift & (kDigits - 1); };
  uint32_t counts[kDigits] = {}, begin = 0;
  for (size_t i = 0; i < n; ++i) {
    ++counts[digit(i)];
  }
  for (uint32_t& count : counts) {
    begin += std::exchange(count, begin);
  }
  for (size_t i = 0; i < n; ++i) {
    const uint32_t place = places ? places[i] : static_cast<uint32_t>(i);
    to[counts[digit(place)]++] = place;
  }
}

// Radix sort from the lowest digit on. The number of digits is that of the difference between the largest and
// the smallest key: small integers have few.
template <typename Key>
uint32_t* sort_typed(Key* keys, size_t n, uint32_t* places, uint32_t* others) {
  Key least = keys[0], most = keys[0];
  for (size_t i = 1; i < n; ++i) {
    least = std::min(least, keys[i]);
    most = std::max(most, keys[i]);
  }
  for (size_t i = 0; i < n; ++i) {
    keys[i] = static_cast<Key>(keys[i] - least);
  }
  most = static_cast<Key>(most - least);
  uint32_t* sorted = nullptr;
  for (size_t shift = 0; shift < 8 * sizeof(Key) && most >> shift != 0; shift += 8) {
    uint32_t* const to = sorted == others ? places : others;
    sort_by_digit(keys, n, shift, sorted, to);
    sorted = to;
  }
  if (!sorted) {
    std::iota(places, places + n, 0);
  }
  return sorted ? sorted : places;
}

}  // namespace

uint32_t* sort_keys(size_t size, void* keys, size_t n, uint32_t* places, uint32_t* others) {
  uint32_t* sorted = places;
  if (n <= kRanked) {
    rank_keys(size, keys, n, places);
  } else {
    with_unsigned(
        size, [&](auto key) { sorted = sort_typed(static_cast<decltype(key)*>(keys), n, places, others); });
  }
  return sorted;
}

}  // namespace etk::vec
