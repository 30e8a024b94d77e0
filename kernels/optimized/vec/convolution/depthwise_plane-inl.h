// Copies lines of a plane, and stores its pixels, for one SIMD target. If the window has a stride of two, a
// copied line has its even pixels first, then the odd ones, so that the pixels of a tap are contiguous.

#if defined(ETK_VEC_DEPTHWISE_PLANE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DEPTHWISE_PLANE_INL_H_
#undef ETK_VEC_DEPTHWISE_PLANE_INL_H_
#else
#define ETK_VEC_DEPTHWISE_PLANE_INL_H_
#endif

#include "hwy/highway.h"
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
  n >= hn::Lanes(d) ? hn::StoreU(v, d, to) : hn::StoreN(v, d, to, n);
}

// Copies `count` pixels of a line of the image to where they are in the padded line.
HWY_INLINE void copy_line(const DepthwisePlane& p, const float* from, size_t count, float* to) {
  const Floats d;
  const size_t lanes = hn::Lanes(d), left = static_cast<size_t>(p.sizes.padding[1]);
  if (p.half == 0) {
    for (size_t i = 0; i < count; i += lanes) {
      store_some(load_some(from + i, count - i), to + left + i, count - i);
    }
    return;
  }
  float *const even = to + p.place(left), *const odd = to + p.place(left + 1);
  for (size_t i = 0; i < count; i += 2 * lanes) {
    const size_t rest = count - i;
    const Pixels first = load_some(from + i, rest);
    const Pixels second = rest > lanes ? load_some(from + i + lanes, rest - lanes) : hn::Zero(d);
    store_some(hn::ConcatEven(d, second, first), even + i / 2, (rest + 1) / 2);
    store_some(hn::ConcatOdd(d, second, first), odd + i / 2, rest / 2);
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

HWY_INLINE void finish(const DepthwisePlane& p, Pixels sum, float* to, size_t n) {
  const Floats d;
  store_some(p.epilogue.clamps() ? clamp(d, p.epilogue, sum) : sum, to, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
