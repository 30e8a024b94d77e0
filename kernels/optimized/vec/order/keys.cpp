#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/order/keys.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/order/keys.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Key>
HWY_INLINE void make_typed_keys(const KeyOrder& order, const Key* elements, size_t n, Key* keys) {
  const hn::ScalableTag<Key> d;
  const hn::RebindToSigned<decltype(d)> integers;
  const auto flip = hn::Set(d, static_cast<Key>(order.flip));
  const auto infinity = hn::Set(d, static_cast<Key>(order.infinity));
  const auto sign = hn::SignBit(d), ones = hn::Set(d, static_cast<Key>(~Key{0}));
  const auto key = [&](auto v) HWY_ATTR {
    if (order.infinity == 0) {
      return hn::Xor(v, flip);
    }
    const auto magnitude = hn::AndNot(sign, v);
    const auto value = hn::IfThenZeroElse(hn::Eq(magnitude, hn::Zero(d)), v);
    // The bits of negative numbers are inverted.
    const auto negative = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(integers, value)));
    const auto ordered = hn::Xor(value, hn::Or(negative, sign));
    return hn::Xor(hn::IfThenElse(hn::Gt(magnitude, infinity), ones, ordered), flip);
  };
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(key(hn::LoadU(d, elements + i)), d, keys + i);
  }
  if (i < n) {
    hn::StoreN(key(hn::LoadN(d, elements + i, n - i)), d, keys + i, n - i);
  }
}

// Ranks: the place of a key is the number of keys before it.
template <class Key>
HWY_INLINE void rank_typed(const Key* keys, size_t n, uint32_t* places) {
  using Signed = hwy::MakeSigned<Key>;
  const hn::ScalableTag<Signed> d;  // signed integers are compared by one instruction
  const size_t lanes = hn::Lanes(d);
  const auto sign = hn::SignBit(d), numbers = hn::Iota(d, 0);
  const auto* const integers = reinterpret_cast<const Signed*>(keys);
  HWY_ALIGN Signed ranks[hn::MaxLanes(d)];
  for (size_t first = 0; first < n; first += lanes) {
    const size_t count = HWY_MIN(lanes, n - first);
    const auto own = hn::Xor(load_part(d, integers + first, count), sign);
    const auto other = [&](size_t i) HWY_ATTR { return hn::Xor(hn::Set(d, integers[i]), sign); };
    auto rank = hn::Set(d, static_cast<Signed>(first));  // all keys before it count, unless they are larger
    size_t i = 0;
    for (; i < first; ++i) {
      rank = hn::Add(rank, hn::VecFromMask(d, hn::Lt(own, other(i))));
    }
    for (; i < first + count; ++i) {
      const auto key = other(i);
      const auto is_behind = hn::Gt(numbers, hn::Set(d, static_cast<Signed>(i - first)));
      // Two subtractions: for bytes, GCC 12 does not combine SVE masks of more than 128 bits.
      rank = hn::Sub(rank, hn::VecFromMask(d, hn::Gt(own, key)));
      rank = hn::Sub(rank, hn::VecFromMask(d, hn::And(hn::Eq(own, key), is_behind)));
    }
    for (; i < n; ++i) {
      rank = hn::Sub(rank, hn::VecFromMask(d, hn::Gt(own, other(i))));
    }
    hn::Store(rank, d, ranks);
    for (size_t k = 0; k < count; ++k) {
      places[static_cast<Key>(ranks[k])] = static_cast<uint32_t>(first + k);
    }
  }
}

void make_keys_of_target(const KeyOrder& order, const void* elements, size_t n, void* keys) {
  with_unsigned(order.size, [&](auto key) HWY_ATTR {
    using Key = decltype(key);
    make_typed_keys(order, static_cast<const Key*>(elements), n, static_cast<Key*>(keys));
  });
}

void rank_keys_of_target(size_t size, const void* keys, size_t n, uint32_t* places) {
  with_unsigned(
      size, [&](auto key) HWY_ATTR { rank_typed(static_cast<const decltype(key)*>(keys), n, places); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cstring>

namespace etk::vec {

HWY_EXPORT(make_keys_of_target);
HWY_EXPORT(rank_keys_of_target);

KeyOrder::KeyOrder(ScalarType dtype, size_t element_size, bool descending)
    : size(element_size),
      infinity(
          dtype == ScalarType::Float      ? 0x7f800000
          : dtype == ScalarType::Half     ? 0x7c00
          : dtype == ScalarType::BFloat16 ? 0x7f80
          : dtype == ScalarType::Double   ? uint64_t{0x7ff} << 52
                                          : 0),
      flip(descending ? ~uint64_t{0} : 0) {
  if (infinity == 0 && dtype != ScalarType::Byte) {
    flip ^= uint64_t{1} << (8 * size - 1);  // the sign bit
  }
}

void make_keys(const KeyOrder& order, const char* from, size_t stride, size_t n, void* keys) {
  const void* elements = from;
  if (stride > 1) {
    with_unsigned(order.size, [&](auto element) {
      for (size_t i = 0; i < n; ++i) {
        std::memcpy(&element, from + i * stride * sizeof(element), sizeof(element));
        static_cast<decltype(element)*>(keys)[i] = element;
      }
    });
    elements = keys;
  }
  HWY_DYNAMIC_DISPATCH(make_keys_of_target)(order, elements, n, keys);
}

void rank_keys(size_t size, const void* keys, size_t n, uint32_t* places) {
  HWY_DYNAMIC_DISPATCH(rank_keys_of_target)(size, keys, n, places);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
