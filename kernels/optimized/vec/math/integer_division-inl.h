// Division of vectors of integers, for one SIMD target, with quotients in double: few processors can divide
// vectors of integers, and rounding the quotient of integers below 2^51 does not change its integer part.

#if defined(ETK_VEC_INTEGER_DIVISION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_INTEGER_DIVISION_INL_H_
#undef ETK_VEC_INTEGER_DIVISION_INL_H_
#else
#define ETK_VEC_INTEGER_DIVISION_INL_H_
#endif

#include "etk/elementwise/division.h"
#include "hwy/highway.h"
#include "vec/math/division-inl.h"

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The bits of kDoubleShifter: adding to it in double is the same as adding to these bits as an integer.
constexpr int64_t kShifterBits = 0x4338000000000000;

/// Integers of twice the size, or doubles for 32-bit integers.
template <class D>
using Wider = hn::Repartition<
    std::conditional_t<
        sizeof(hn::TFromD<D>) == 1,
        int16_t,
        std::conditional_t<sizeof(hn::TFromD<D>) == 2, int32_t, double>>,
    D>;

/// f(doubles, a, b) as integers, which wrap around. 64-bit integers must be in [-2^51, 2^51).
template <class D, class F, class V>
HWY_INLINE V divide_in_doubles(D d, const F& f, V a, V b) {
  using T = hn::TFromD<D>;
  if constexpr (hwy::IsFloat<T>()) {
    return hn::Add(f(d, a, b), hn::Set(d, kDoubleShifter));
  } else if constexpr (sizeof(T) == 8) {
    const hn::RebindToFloat<D> doubles;
    const auto bits = hn::Set(d, kShifterBits);
    const auto shifter = hn::Set(doubles, kDoubleShifter);
    const auto x = hn::Sub(hn::BitCast(doubles, hn::Add(a, bits)), shifter);
    const auto y = hn::Sub(hn::BitCast(doubles, hn::Add(b, bits)), shifter);
    return hn::Sub(hn::BitCast(d, hn::Add(f(doubles, x, y), shifter)), bits);
  } else {
    const Wider<D> wide;
    const hn::RebindToUnsigned<D> narrow;
    const hn::RebindToUnsigned<Wider<D>> bits;
    const auto lower = divide_in_doubles(wide, f, hn::PromoteLowerTo(wide, a), hn::PromoteLowerTo(wide, b));
    const auto upper = divide_in_doubles(wide, f, hn::PromoteUpperTo(wide, a), hn::PromoteUpperTo(wide, b));
    return hn::BitCast(d, hn::OrderedTruncate2To(narrow, hn::BitCast(bits, lower), hn::BitCast(bits, upper)));
  }
}

/// f(doubles, a, b), or exact(a, b) lane by lane if integers are large or there are no vectors of double. If
/// b is 0, past the last element, the results are unused.
template <class D, class F, class Exact, class V>
HWY_INLINE V divide_integers(D d, const F& f, const Exact& exact, V a, V b) {
  using T = hn::TFromD<D>;
#if HWY_HAVE_FLOAT64
  if constexpr (sizeof(T) < 8) {
    return divide_in_doubles(d, f, a, b);
  } else {
    const V limit = hn::Set(d, int64_t{1} << 51);
    const hn::RebindToUnsigned<D> bits;
    const auto both = hn::BitCast(bits, hn::Or(hn::Add(a, limit), hn::Add(b, limit)));
    if (HWY_LIKELY(hn::AllTrue(bits, hn::Eq(hn::ShiftRight<52>(both), hn::Zero(bits))))) {
      return divide_in_doubles(d, f, a, b);
    }
  }
#endif
  return by_lanes(
      d, [&](T x, T y) { return y == 0 ? T{0} : static_cast<T>(exact(int64_t{x}, int64_t{y})); }, a, b);
}

struct DoubleFlooredRemainder {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::NegMulAdd(hn::Floor(hn::Div(a, b)), b, a);
  }
};

struct DoubleFlooredQuotient {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::Floor(hn::Div(a, b));
  }
};

struct DoubleTruncatedQuotient {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::Trunc(hn::Div(a, b));
  }
};

template <class D, class V, HWY_IF_NOT_FLOAT_D(D)>
HWY_INLINE V remainder(D d, V a, V b) {
  return divide_integers(d, DoubleRemainder(), TruncatedRemainder(), a, b);
}

template <class D, class V, HWY_IF_NOT_FLOAT_D(D)>
HWY_INLINE V floored_remainder(D d, V a, V b) {
  return divide_integers(d, DoubleFlooredRemainder(), FlooredRemainder(), a, b);
}

template <class D, class V, HWY_IF_NOT_FLOAT_D(D)>
HWY_INLINE V floored_quotient(D d, V a, V b) {
  return divide_integers(d, DoubleFlooredQuotient(), FlooredQuotient(), a, b);
}

template <class D, class V, HWY_IF_NOT_FLOAT_D(D)>
HWY_INLINE V truncated_quotient(D d, V a, V b) {
  return divide_integers(d, DoubleTruncatedQuotient(), TruncatedQuotient(), a, b);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
