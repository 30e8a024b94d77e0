#include "etk/order/elements_by_key.h"

#include "etk/base/chunk.h"
#include "etk/order/key.h"

#include <algorithm>

namespace etk {
namespace {

// The value with the given key.
template <typename C, typename Key>
C value_of(Key key) {
  constexpr Key sign = Key{1} << (8 * sizeof(Key) - 1);
  key = std::is_integral_v<C> || (key & sign) != 0 ? key ^ sign : ~key;
  C value;
  std::memcpy(&value, &key, sizeof(value));
  return value;
}

template <typename C>
void set_keys_of(
    ScalarType dtype, const char* at, ptrdiff_t stride, size_t n, int64_t first, Ranked* ranked) {
  C values[kChunk];
  for (size_t i = 0; i < n; i += kChunk) {
    const size_t count = chunk_of(n - i);
    load(dtype, at + static_cast<ptrdiff_t>(i) * stride, stride, count, values);
    for (size_t j = 0; j < count; ++j) {
      // Values of UInt64 are their own keys.
      const bool is_key = std::is_integral_v<C> && dtype == ScalarType::UInt64;
      const uint64_t key = is_key ? static_cast<uint64_t>(values[j]) : key_of(values[j]);
      ranked[i + j] = {key, first + static_cast<int64_t>(i + j)};
    }
  }
}

}  // namespace

void set_keys(ScalarType dtype, const char* at, ptrdiff_t stride, size_t n, int64_t first, Ranked* ranked) {
  switch (compute_of(dtype)) {
    case Compute::kFloat:
      return set_keys_of<float>(dtype, at, stride, n, first, ranked);
    case Compute::kDouble:
      return set_keys_of<double>(dtype, at, stride, n, first, ranked);
    default:
      return set_keys_of<int64_t>(dtype, at, stride, n, first, ranked);
  }
}

void sort_keys(Ranked* ranked, size_t n) {
  std::sort(ranked, ranked + n, [](const Ranked& a, const Ranked& b) {
    return a.key < b.key || (a.key == b.key && a.index < b.index);
  });
}

bool is_key_of_nan(ScalarType dtype, uint64_t key) {
  const Compute compute = compute_of(dtype);
  return compute == Compute::kFloat ? key == UINT32_MAX : compute == Compute::kDouble && key == UINT64_MAX;
}

size_t count_equal(ScalarType dtype, const Ranked* ranked, size_t n) {
  size_t count = 1;
  while (count < n && ranked[count].key == ranked[0].key && !is_key_of_nan(dtype, ranked[0].key)) {
    ++count;
  }
  return count;
}

void store_of_key(ScalarType dtype, uint64_t key, char* at) {
  if (compute_of(dtype) == Compute::kFloat) {
    const float value = value_of<float>(static_cast<uint32_t>(key));
    return store(dtype, &value, 1, at, 0);
  }
  if (compute_of(dtype) == Compute::kDouble) {
    const double value = value_of<double>(key);
    return store(dtype, &value, 1, at, 0);
  }
  const int64_t value = dtype == ScalarType::UInt64 ? static_cast<int64_t>(key) : value_of<int64_t>(key);
  store(dtype, &value, 1, at, 0);
}

}  // namespace etk
