// Coordinates in an image of the positions of a grid, for one SIMD target.

#if defined(ETK_VEC_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_GRID_INL_H_
#undef ETK_VEC_GRID_INL_H_
#else
#define ETK_VEC_GRID_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/image/grid_part.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using GridFloats = hn::Vec<Floats>;
using Integers = hn::RebindToSigned<Floats>;

// The pixels along a dimension between which a vector of positions is interpolated. They are kept in memory,
// because there are one, two or four of them.
struct Taps {
  size_t count = 0;
  HWY_ALIGN float indices[4][hn::MaxLanes(Floats())];
  HWY_ALIGN float weights[4][hn::MaxLanes(Floats())];

  HWY_INLINE void add(GridFloats index, GridFloats weight) {
    hn::Store(index, Floats(), indices[count]);
    hn::Store(weight, Floats(), weights[count++]);
  }
};

// The weight of a pixel at this distance: cubic convolution with a slope of -3/4 at 1.
HWY_INLINE GridFloats cubic(GridFloats d) {
  const Floats tag;
  const auto set = [tag](float x) HWY_ATTR { return hn::Set(tag, x); };
  const GridFloats near = hn::MulAdd(hn::Mul(hn::MulAdd(set(1.25f), d, set(-2.25f)), d), d, set(1.0f));
  const GridFloats far =
      hn::MulAdd(hn::MulAdd(hn::MulAdd(set(-0.75f), d, set(3.75f)), d, set(-6.0f)), d, set(3.0f));
  return hn::IfThenElse(hn::Le(d, set(1.0f)), near, far);
}

// The position after padding: positions outside the image are moved inside.
HWY_INLINE GridFloats padded(const GridPart& part, GridFloats x, float size) {
  const Floats d;
  if (part.padding == kZeros) {
    return x;
  }
  if (part.padding == kReflection) {
    // Reflects between the centers of the outermost pixels, or between their edges.
    const GridFloats low = hn::Set(d, part.align_corners ? 0.0f : -0.5f);
    const float reach = part.align_corners ? size - 1 : size;
    const GridFloats length = hn::Set(d, reach);
    const GridFloats distance = hn::Abs(hn::Sub(x, low));
    const GridFloats times = hn::Floor(hn::Div(distance, length));
    const GridFloats beyond = hn::NegMulAdd(times, length, distance);
    const GridFloats half = hn::Mul(times, hn::Set(d, 0.5f));
    const auto is_back = hn::Ne(hn::Floor(half), half);
    x = hn::Add(low, hn::IfThenElse(is_back, hn::Sub(length, beyond), beyond));
    x = reach > 0 ? x : hn::Zero(d);
  }
  // NaN becomes 0.
  const GridFloats last = hn::Set(d, size - 1);
  return hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::Min(x, last));
}

HWY_INLINE void find_taps(const GridPart& part, GridFloats at, float size, Taps& taps) {
  const Floats d;
  const GridFloats one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f);
  const GridFloats shifted = hn::Add(at, one);
  const GridFloats x = part.align_corners ? hn::Mul(hn::Mul(shifted, half), hn::Set(d, size - 1))
                                          : hn::Mul(hn::Sub(hn::Mul(shifted, hn::Set(d, size)), one), half);
  if (part.mode == kNearest) {
    taps.add(hn::Round(padded(part, x, size)), one);
  } else if (part.mode == kBilinear) {
    const GridFloats place = padded(part, x, size), low = hn::Floor(place), high = hn::Add(low, one);
    taps.add(low, hn::Sub(high, place));
    taps.add(high, hn::Sub(place, low));
  } else {
    const GridFloats low = hn::Floor(x), t = hn::Sub(x, low);
    for (size_t i = 0; i < 4; ++i) {
      const GridFloats offset = hn::Set(d, static_cast<float>(i) - 1.0f);
      taps.add(padded(part, hn::Add(low, offset), size), cubic(hn::Abs(hn::Sub(t, offset))));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
