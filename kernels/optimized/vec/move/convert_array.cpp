#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/move/convert_array.cpp"
#include "vec/base/each_target.h"

#include "vec/base/numbers-inl.h"
#include "vec/move/convert_array.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The bytes of a Bool: all values except 0 are true.
struct Truth {
  uint8_t value;
};

template <class T>
using Memory = std::conditional_t<std::is_same_v<T, Truth>, uint8_t, T>;

// A tag for vectors with as many lanes as both types have: types of up to 32 bits, or of 64 bits if one of
// the two types has 64.
template <class From, class To>
using Lanes = hn::ScalableTag<std::conditional_t<sizeof(From) == 8 || sizeof(To) == 8, int64_t, int32_t>>;

// Converts vectors of T to int32_t, and marks values that int32_t cannot represent in `wrong`.
template <class T, class D, class V>
HWY_INLINE auto to_int32(D d, V v, hn::Mask<D>& wrong) {
  const hn::Rebind<int32_t, D> integers;
  if constexpr (std::is_same_v<T, Truth>) {
    return hn::PromoteTo(integers, hn::Min(v, hn::Set(hn::Rebind<uint8_t, D>(), 1)));
  } else if constexpr (sizeof(T) < 4) {
    return hn::PromoteTo(integers, v);
  } else if constexpr (sizeof(T) == 8) {
    const hn::RebindToUnsigned<D> bits;
    const auto low = hn::BitCast(integers, hn::TruncateTo(hn::Rebind<uint32_t, D>(), hn::BitCast(bits, v)));
    wrong = hn::Or(wrong, hn::Ne(hn::PromoteTo(d, low), v));
    return low;
  } else {
    return v;
  }
}

// Converts int32_t to the element type To; narrower integers keep the low bits.
template <class To, class D, class V>
HWY_INLINE auto of_int32(D d, V v) {
  const hn::Rebind<int32_t, D> integers;
  const hn::Rebind<uint32_t, D> bits;
  if constexpr (std::is_same_v<To, float>) {
    return hn::ConvertTo(hn::Rebind<float, D>(), v);
  } else if constexpr (std::is_same_v<To, Truth>) {
    const auto is_true = hn::IfThenElseZero(hn::Ne(v, hn::Zero(integers)), hn::Set(integers, 1));
    return hn::TruncateTo(hn::Rebind<uint8_t, D>(), hn::BitCast(bits, is_true));
  } else if constexpr (sizeof(To) < 4) {
    const hn::Rebind<To, D> to;
    return hn::BitCast(to, hn::TruncateTo(hn::RebindToUnsigned<decltype(to)>(), hn::BitCast(bits, v)));
  } else if constexpr (sizeof(To) == 8) {
    return hn::PromoteTo(d, v);
  } else {
    return v;
  }
}

template <class From, class To, class D, class V>
HWY_INLINE auto converted(D d, V v, hn::Mask<D>& wrong) {
  if constexpr (std::is_same_v<From, float>) {
    const hn::Rebind<float, D> floats;
    const hn::Rebind<int32_t, D> integers;
    if constexpr (std::is_same_v<To, Truth>) {
      const auto is_false = hn::RebindMask(integers, hn::Eq(v, hn::Zero(floats)));
      return of_int32<To>(d, hn::IfThenZeroElse(is_false, hn::Set(integers, 1)));
    } else {
      // Comparisons with NaN are false.
      const auto fits = hn::Lt(hn::Abs(v), hn::Set(floats, 2147483648.0f));
      const auto result = hn::ConvertTo(integers, v);
      if constexpr (sizeof(To) == 8) {
        const auto ones = hn::IfThenElseZero(hn::RebindMask(integers, fits), hn::Set(integers, -1));
        wrong = hn::Or(wrong, hn::Eq(hn::PromoteTo(d, ones), hn::Zero(d)));
      } else {
        wrong = hn::Or(wrong, hn::RebindMask(d, hn::Not(fits)));
      }
      return of_int32<To>(d, result);
    }
  } else if constexpr (std::is_same_v<To, Truth>) {
    const hn::Rebind<Memory<From>, D> elements;
    const hn::RebindToUnsigned<decltype(elements)> bits;
    const auto is_false = hn::RebindMask(bits, hn::Eq(v, hn::Zero(elements)));
    const auto truth = hn::IfThenZeroElse(is_false, hn::Set(bits, 1));
    if constexpr (sizeof(From) == 1) {
      return truth;
    } else {
      return hn::TruncateTo(hn::Rebind<uint8_t, D>(), truth);
    }
  } else {
    return of_int32<To>(d, to_int32<From>(d, v, wrong));
  }
}

// Converts n elements; false if these vectors cannot convert some values.
template <class From, class To>
HWY_INLINE bool convert_elements(const void* source, size_t n, void* result) {
  const Lanes<From, To> d;
  const hn::Rebind<Memory<From>, decltype(d)> from_tag;
  const hn::Rebind<Memory<To>, decltype(d)> to_tag;
  const size_t lanes = hn::Lanes(d);
  const auto* from = static_cast<const Memory<From>*>(source);
  auto* HWY_RESTRICT to = static_cast<Memory<To>*>(result);
  auto wrong = hn::MaskFalse(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(converted<From, To>(d, hn::LoadU(from_tag, from + i), wrong), to_tag, to + i);
  }
  if (i < n) {
    const auto some = hn::LoadN(from_tag, from + i, n - i);
    hn::StoreN(converted<From, To>(d, some, wrong), to_tag, to + i, n - i);
  }
  return hn::AllFalse(d, wrong);
}

// Like with_integers, for Bools as well.
template <class F>
HWY_INLINE bool with_truths(ScalarType dtype, const F& f) {
  if constexpr (selected_dtypes<kAnyOperator>().has(ScalarType::Bool)) {
    if (dtype == ScalarType::Bool) {
      return f(Truth{});
    }
  }
  return with_integers(dtype, f);
}

bool to_floats_of_target(ScalarType dtype, const void* from, size_t n, void* floats) {
  return with_truths(
      dtype, [&](auto value) HWY_ATTR { return convert_elements<decltype(value), float>(from, n, floats); });
}

bool from_floats_of_target(const void* floats, size_t n, ScalarType dtype, void* to) {
  return with_truths(
      dtype, [&](auto value) HWY_ATTR { return convert_elements<float, decltype(value)>(floats, n, to); });
}

bool to_bools_of_target(ScalarType dtype, const void* from, size_t n, void* bools) {
  return with_truths(
      dtype, [&](auto value) HWY_ATTR { return convert_elements<decltype(value), Truth>(from, n, bools); });
}

bool to_integers_of_target(ScalarType dtype, const void* from, size_t n, void* integers) {
  return with_truths(dtype, [&](auto value) HWY_ATTR {
    return convert_elements<decltype(value), int32_t>(from, n, integers);
  });
}

bool from_integers_of_target(const void* integers, size_t n, ScalarType dtype, void* to) {
  return with_truths(dtype, [&](auto value) HWY_ATTR {
    return convert_elements<int32_t, decltype(value)>(integers, n, to);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(to_floats_of_target);
HWY_EXPORT(from_floats_of_target);
HWY_EXPORT(to_bools_of_target);
HWY_EXPORT(to_integers_of_target);
HWY_EXPORT(from_integers_of_target);

bool to_floats(ScalarType dtype, const void* from, size_t n, float* floats) {
  return HWY_DYNAMIC_DISPATCH(to_floats_of_target)(dtype, from, n, floats);
}

bool from_floats(const float* floats, size_t n, ScalarType dtype, void* to) {
  return HWY_DYNAMIC_DISPATCH(from_floats_of_target)(floats, n, dtype, to);
}

bool to_bools(ScalarType dtype, const void* from, size_t n, void* bools) {
  return HWY_DYNAMIC_DISPATCH(to_bools_of_target)(dtype, from, n, bools);
}

bool to_integers(ScalarType dtype, const void* from, size_t n, void* integers) {
  return HWY_DYNAMIC_DISPATCH(to_integers_of_target)(dtype, from, n, integers);
}

bool from_integers(const void* integers, size_t n, ScalarType dtype, void* to) {
  return HWY_DYNAMIC_DISPATCH(from_integers_of_target)(integers, n, dtype, to);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
