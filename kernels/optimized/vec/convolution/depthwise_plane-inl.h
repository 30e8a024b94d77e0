// Copies and fetches lines of a plane, and stores its pixels, for one SIMD target. If the window has a stride
// of two, a copied line has its even pixels first, then the odd ones, so that the pixels of a tap are
// contiguous.

#if defined(ETK_VEC_DEPTHWISE_PLANE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DEPTHWISE_PLANE_INL_H_
#undef ETK_VEC_DEPTHWISE_PLANE_INL_H_
#else
#define ETK_VEC_DEPTHWISE_PLANE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/memory.h"
#include "vec/base/vectors-inl.h"
#include "vec/convolution/depthwise_plane.h"
#include "vec/product/epilogue-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Pixels = hn::Vec<Floats>;

HWY_INLINE Pixels load_some(const float* from, size_t n) {
  const Floats d;
  return n >= hn::Lanes(d) ? hn::LoadU(d, from) : hn::LoadN(d, from, n);
}

HWY_INLINE void store_some(Pixels v, float* to, size_t n) {
  const Floats d;
  n >= hn::Lanes(d) ? hn::StoreU(v, d, to) : store_first(d, v, to, n);
}

// Copies `count` pixels of a line of the image to where they are in the padded line. Zeros follow, up to a
// vector: what comes after the line is copied later.
HWY_INLINE void copy_line(const DepthwisePlane& p, const float* from, size_t count, float* to) {
  const Floats d;
  const size_t lanes = hn::Lanes(d), left = static_cast<size_t>(p.sizes.padding[1]);
  if (p.half == 0) {
    for (size_t i = 0; i < count; i += lanes) {
      hn::StoreU(load_some(from + i, count - i), d, to + left + i);
    }
    return;
  }
  // The half that begins the padded line has the image's odd pixels if the padding is odd.
  const bool is_odd = left % 2 != 0;
  float* const first_half = to + p.place(left + (is_odd ? 1 : 0));
  float* const second_half = to + p.place(left + (is_odd ? 0 : 1));
  for (size_t i = 0; i < count; i += 2 * lanes) {
    const size_t rest = count - i;
    const Pixels low = load_some(from + i, rest);
    const Pixels high = rest > lanes ? load_some(from + i + lanes, rest - lanes) : hn::Zero(d);
    const Pixels even = hn::ConcatEven(d, high, low), odd = hn::ConcatOdd(d, high, low);
    store_some(is_odd ? odd : even, first_half + i / 2, (rest + (is_odd ? 0 : 1)) / 2);
    hn::StoreU(is_odd ? even : odd, d, second_half + i / 2);
  }
}

// Copies what `lines` lines of the out from number `y` on are computed from.
HWY_INLINE void copy_lines(const DepthwisePlane& p, size_t y, size_t lines) {
  const Sizes& s = p.sizes;
  const auto width = static_cast<int64_t>(s.padded(1)) - s.padding[1];
  const int64_t count = HWY_MAX(int64_t{0}, HWY_MIN(s.input[1], width));
  int64_t line = static_cast<int64_t>(y) * s.stride[0] - s.padding[0];
  const int64_t end =
      line + (static_cast<int64_t>(lines) - 1) * s.stride[0] + s.dilation[0] * (s.kernel[0] - 1) + 1;
  for (float* to = p.copy; line < end; ++line, to += p.length) {
    if (line >= 0 && line < s.input[0]) {
      copy_line(p, p.from + line * s.input[1], static_cast<size_t>(count), to);
    } else {
      hwy::ZeroBytes(to, p.length * sizeof(float));
    }
  }
}

// Fetches what some lines of the out are computed from, unless a cache has kept it. They are computed
// after those of the copy; lines after the last one belong to the next plane.
HWY_INLINE void fetch_lines(const DepthwisePlane& p, size_t line, size_t lines) {
  if (p.fetches) {
    const size_t size = static_cast<size_t>(p.sizes.stride[0] * p.sizes.input[1]) * sizeof(float);
    fetch(reinterpret_cast<const char*>(p.from) + line * size, lines * size);
  }
}

// Where the pixels of a plane are stored. Copies of its end and bounds, which stores do not change, stay in
// registers.
struct OutPixels {
  const float* end;
  float low, high;

  explicit OutPixels(const DepthwisePlane& p) : end(p.end()), low(p.epilogue.low), high(p.epilogue.high) {}

  // Stores n pixels, or a whole vector within the plane, which takes less time: the pixels after these are
  // stored later.
  HWY_INLINE void store(Pixels sum, float* to, size_t n) const {
    const Floats d;
    const size_t lanes = hn::Lanes(d);
    const Pixels result = kHasEpilogues ? clamp(sum, hn::Set(d, low), hn::Set(d, high)) : sum;
    if (HWY_LIKELY(n >= lanes) || to + lanes <= end) {
      hn::StoreU(result, d, to);
    } else {
      store_first(d, result, to, n);
    }
  }
};

// The vector of a line to compute as number i: first the one that ends after the line, because it replaces
// pixels of the next line; see OutPixels.
HWY_INLINE size_t vector_of(size_t i, size_t vectors, bool has_rest) {
  return !has_rest ? i : i == 0 ? vectors - 1 : i - 1;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
