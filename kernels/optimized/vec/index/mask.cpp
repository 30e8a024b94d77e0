#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/index/mask.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/base/unsigned.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void set_bits(const uint8_t* bytes, size_t n, uint8_t* bits) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += lanes) {
    hn::StoreMaskBits(d, hn::Ne(load_part(d, bytes + i, HWY_MIN(lanes, n - i)), hn::Zero(d)), bits + i / 8);
  }
}

// Sets each byte to whether any of the `counting` bits of an element is set, as 0 or 1.
template <class T>
HWY_INLINE void set_typed_bytes(const T* elements, size_t n, T counting, uint8_t* bytes) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<uint8_t, decltype(d)> narrow;
  const size_t lanes = hn::Lanes(d);
  const auto bits = hn::Set(d, counting);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    const auto is_set = hn::Ne(hn::And(load_part(d, elements + i, left), bits), hn::Zero(d));
    const auto ones = hn::IfThenElseZero(is_set, hn::Set(d, 1));
    if constexpr (sizeof(T) > 1) {
      store_part(hn::TruncateTo(narrow, ones), narrow, bytes + i, left);
    }
  }
}

void set_bytes(const void* elements, size_t size, size_t n, uint64_t counting, uint8_t* bytes) {
  with_unsigned(size, [&](auto bits) HWY_ATTR {
    using T = decltype(bits);
    set_typed_bytes(static_cast<const T*>(elements), n, static_cast<T>(counting), bytes);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/index/mask.h"

namespace etk::vec {

HWY_EXPORT(set_bits);
HWY_EXPORT(set_bytes);

const void* truths_of(ScalarType dtype, const void* elements, size_t size, size_t n, uint8_t* room) {
  if (size == 1) {
    return elements;
  }
  // The sign of a zero does not count.
  const uint64_t counting = is_floating(dtype) ? (uint64_t{1} << (8 * size - 1)) - 1 : ~uint64_t{0};
  HWY_DYNAMIC_DISPATCH(set_bytes)(elements, size, n, counting, room);
  return room;
}

MaskBits::MaskBits(const void* bytes, size_t n) : words_((n + kWord - 1) / kWord) {
  bits_[words_ - 1] = 0;
  HWY_DYNAMIC_DISPATCH(set_bits)(static_cast<const uint8_t*>(bytes), n, reinterpret_cast<uint8_t*>(bits_));
}

}  // namespace etk::vec

#endif  // HWY_ONCE
