#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/order/select_keys.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/order/select_keys.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Key>
HWY_INLINE size_t find_less_typed(const Key* keys, size_t n, Key limit, uint32_t* places) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  const auto end = hn::Set(d, limit);
  size_t found = 0;
  for (size_t i = 0; i < n; i += lanes) {
    // Usually, few keys are less. Lanes past the last key may be.
    const size_t left = HWY_MIN(lanes, n - i);
    if (!hn::AllFalse(d, hn::Lt(load_part(d, keys + i, left), end))) {
      for (size_t k = i; k < i + left; ++k) {
        places[found] = static_cast<uint32_t>(k);
        found += keys[k] < limit;
      }
    }
  }
  return found;
}

template <class Key>
HWY_INLINE void take_least_typed(const Key* keys, size_t n, size_t groups, Key* least) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t first = 0; first < n; first += groups) {
    const size_t count = HWY_MIN(groups, n - first);
    for (size_t i = 0; i < count; i += lanes) {
      const size_t left = HWY_MIN(lanes, count - i);
      const auto key = load_part(d, keys + first + i, left);
      store_part(hn::Min(load_part(d, least + i, left), key), d, least + i, left);
    }
  }
}

template <class Key>
HWY_INLINE size_t count_less_typed(const Key* keys, size_t n, Key limit) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  const auto end = hn::Set(d, limit);
  size_t a = 0, b = 0, i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    a += hn::CountTrue(d, hn::Lt(hn::LoadU(d, keys + i), end));
    b += hn::CountTrue(d, hn::Lt(hn::LoadU(d, keys + i + lanes), end));
  }
  for (; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    a += hn::CountTrue(d, hn::And(hn::FirstN(d, left), hn::Lt(load_part(d, keys + i, left), end)));
  }
  return a + b;
}

template <class Key>
HWY_INLINE size_t find_equal_typed(const Key* keys, size_t n, Key key) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  const auto wanted = hn::Set(d, key);
  intptr_t at = -1;
  size_t i = 0;
  for (; i < n && at < 0; i += lanes) {
    // The key is found before any lane past the last key.
    at = hn::FindFirstTrue(d, hn::Eq(load_part(d, keys + i, HWY_MIN(lanes, n - i)), wanted));
  }
  return i - lanes + static_cast<size_t>(at);
}

// Determines the key bit by bit, from the highest on: a bit is set if at most `place` keys are less than the
// result with that bit.
template <class Key>
HWY_INLINE Key find_nth_typed(const Key* keys, size_t n, size_t place) {
  Key key = 0;
  for (size_t bit = 8 * sizeof(Key); bit-- > 0;) {
    const Key next = static_cast<Key>(key | Key{1} << bit);
    key = count_less_typed(keys, n, next) <= place ? next : key;
  }
  return key;
}

size_t find_less_of_target(size_t size, const void* keys, size_t n, const void* limit, uint32_t* places) {
  size_t found = 0;
  with_unsigned(size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    found = find_less_typed(static_cast<const Key*>(keys), n, *static_cast<const Key*>(limit), places);
  });
  return found;
}

void take_least_of_target(size_t size, const void* keys, size_t n, size_t groups, void* least) {
  with_unsigned(size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    take_least_typed(static_cast<const Key*>(keys), n, groups, static_cast<Key*>(least));
  });
}

size_t count_less_of_target(size_t size, const void* keys, size_t n, const void* limit) {
  size_t count = 0;
  with_unsigned(size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    count = count_less_typed(static_cast<const Key*>(keys), n, *static_cast<const Key*>(limit));
  });
  return count;
}

size_t find_equal_of_target(size_t size, const void* keys, size_t n, const void* wanted) {
  size_t place = 0;
  with_unsigned(size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    place = find_equal_typed(static_cast<const Key*>(keys), n, *static_cast<const Key*>(wanted));
  });
  return place;
}

void find_nth_of_target(size_t size, const void* keys, size_t n, size_t place, void* result) {
  with_unsigned(size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    *static_cast<Key*>(result) = find_nth_typed(static_cast<const Key*>(keys), n, place);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/order/keys.h"

#include <cstring>

namespace etk::vec {

HWY_EXPORT(count_less_of_target);
HWY_EXPORT(find_equal_of_target);
HWY_EXPORT(find_less_of_target);
HWY_EXPORT(find_nth_of_target);
HWY_EXPORT(take_least_of_target);

size_t find_less(size_t size, const void* keys, size_t n, const void* limit, uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(find_less_of_target)(size, keys, n, limit, places);
}

void take_least(size_t size, const void* keys, size_t n, size_t groups, void* least) {
  HWY_DYNAMIC_DISPATCH(take_least_of_target)(size, keys, n, groups, least);
}

size_t count_less(size_t size, const void* keys, size_t n, const void* limit) {
  return HWY_DYNAMIC_DISPATCH(count_less_of_target)(size, keys, n, limit);
}

size_t find_equal(size_t size, const void* keys, size_t n, const void* key) {
  return HWY_DYNAMIC_DISPATCH(find_equal_of_target)(size, keys, n, key);
}

void find_nth(size_t size, const void* keys, size_t n, size_t place, void* key) {
  constexpr size_t kFew = 48;
  if (n > kFew) {
    return HWY_DYNAMIC_DISPATCH(find_nth_of_target)(size, keys, n, place, key);
  }
  uint32_t places[kFew];
  rank_keys(size, keys, n, places);
  std::memcpy(key, static_cast<const char*>(keys) + places[place] * size, size);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
