// Depthwise convolutions of small planes, for one SIMD target: the input pixels of a tap are loaded from the
// plane itself, with a mask that leaves out what is outside the image, so that nothing is copied, and vectors
// are full although lines are short.

#if defined(ETK_VEC_DEPTHWISE_MASKED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DEPTHWISE_MASKED_INL_H_
#undef ETK_VEC_DEPTHWISE_MASKED_INL_H_
#else
#define ETK_VEC_DEPTHWISE_MASKED_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/convolution/depthwise_plane-inl.h"

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Whether masks are registers of their own, which take no time to load. Other targets expand the bits of each
// mask to a vector, or cannot leave out elements that must not be read.
constexpr bool kMasksPlanes = HWY_TARGET <= HWY_AVX3;

// Computes several vectors of the out, from pixel `first` on.
template <class... Vs>
HWY_INLINE void run_masked(const DepthwisePlane& p, const OutPixels& result, size_t first, Vs... sums) {
  const Floats d;
  const PlaneMasks& masks = *p.masks;
  const size_t lanes = hn::Lanes(d), taps = masks.taps();
  const float* const from = p.from + first;
  for (size_t tap = 0; tap < taps; ++tap) {
    const Pixels weight = hn::Set(d, p.kernel[tap]);
    const float* at = from + masks.offset(tap);
    const uint8_t* bits = masks.bits(tap, first);
    ((sums = hn::MulAdd(weight, hn::MaskedLoad(hn::LoadMaskBits(d, bits), d, at), sums), at += lanes,
      bits += lanes / 8),
     ...);
  }
  size_t at = first;
  ((result.store(sums, p.out + at, masks.pixels() - at), at += lanes), ...);
}

HWY_INLINE void run_masked_plane(const DepthwisePlane& p) {
  const Floats d;
  const OutPixels result(p);
  const Pixels bias = hn::Set(d, p.bias);
  const size_t lanes = hn::Lanes(d), pixels = p.masks->pixels();
  size_t first = 0;
  for (; first + 3 * lanes < pixels; first += 4 * lanes) {
    run_masked(p, result, first, bias, bias, bias, bias);
  }
  for (; first < pixels; first += lanes) {
    run_masked(p, result, first, bias);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
