// Vectors of sums of products of bytes, and how they become bytes, for one SIMD target.

#if defined(ETK_VEC_REQUANTIZE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_REQUANTIZE_INL_H_
#undef ETK_VEC_REQUANTIZE_INL_H_
#else
#define ETK_VEC_REQUANTIZE_INL_H_
#endif

#include "etk/quantize/integer_convolution.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The bytes of one quad of packed channels: at most one vector.
constexpr size_t kQuadBytes = kPackedChannels * kPackedIndices;

using Bytes = hn::CappedTag<uint8_t, kQuadBytes>;
using SignedBytes = hn::RebindToSigned<Bytes>;
using Sums = hn::Repartition<int32_t, Bytes>;

/// Requantize's results, before they are demoted.
template <class D, class V, class F>
HWY_INLINE V requantized_sums(D d, V sums, F multipliers, const Requantize& how) {
  const hn::Rebind<float, D> floats;
  const auto products = hn::Mul(hn::ConvertTo(floats, sums), multipliers);
  const auto bounded = hn::Min(hn::Max(products, hn::Set(floats, how.low)), hn::Set(floats, how.high));
  // The fraction of this number has no bits for those of a small one: the sum is rounded to an integer, half
  // to even.
  constexpr float kRounds = 3 << 22;
  constexpr int32_t kBits = 0x4B400000;
  return hn::Sub(
      hn::BitCast(d, hn::Add(bounded, hn::Set(floats, kRounds))), hn::Set(d, kBits - how.zero_point));
}

/// The bytes of the sums, one for each.
template <class F>
HWY_INLINE auto requantized(hn::Vec<Sums> sums, F multipliers, const Requantize& how) {
  return hn::DemoteTo(hn::Rebind<int8_t, Sums>(), requantized_sums(Sums(), sums, multipliers, how));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
