// The transformations of Winograd's algorithm F(2 x 2, 3 x 3), of vectors of tiles or channels, for one SIMD
// target. Of 4 x 4 numbers, the places, those of column j of row i are at (4 * i + j) * place.

#if defined(ETK_VEC_WINOGRAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_WINOGRAD_INL_H_
#undef ETK_VEC_WINOGRAD_INL_H_
#else
#define ETK_VEC_WINOGRAD_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/convolution/winograd_call.h"
#include "vec/product/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using winograd::kPlaces, winograd::kTile;

// Bᵀ · (a, b, c, e), stored at the distance of a row of places.
HWY_INLINE void put_column(V a, V b, V c, V e, float* to, size_t place) {
  const Tag d;
  hn::StoreU(hn::Sub(a, c), d, to);
  hn::StoreU(hn::Add(b, c), d, to + kTile * place);
  hn::StoreU(hn::Sub(c, b), d, to + 2 * kTile * place);
  hn::StoreU(hn::Sub(b, e), d, to + 3 * kTile * place);
}

// The four columns of a row of a vector of tiles: each tile begins two pixels after the previous one.
HWY_INLINE void load_row(const float* from, V& a, V& b, V& c, V& e) {
  const Tag d;
  hn::LoadInterleaved2(d, from, a, b);
  hn::LoadInterleaved2(d, from + 2, c, e);
}

// Bᵀ · tile · B for a vector of tiles.
HWY_INLINE void transform_tiles(const float* from, size_t line, float* to, size_t place) {
  V a0, b0, c0, e0, a1, b1, c1, e1, a2, b2, c2, e2, a3, b3, c3, e3;
  load_row(from, a0, b0, c0, e0);
  load_row(from + line, a1, b1, c1, e1);
  load_row(from + 2 * line, a2, b2, c2, e2);
  load_row(from + 3 * line, a3, b3, c3, e3);
  put_column(hn::Sub(a0, c0), hn::Sub(a1, c1), hn::Sub(a2, c2), hn::Sub(a3, c3), to, place);
  put_column(hn::Add(b0, c0), hn::Add(b1, c1), hn::Add(b2, c2), hn::Add(b3, c3), to + place, place);
  put_column(hn::Sub(c0, b0), hn::Sub(c1, b1), hn::Sub(c2, b2), hn::Sub(c3, b3), to + 2 * place, place);
  put_column(hn::Sub(b0, e0), hn::Sub(b1, e1), hn::Sub(b2, e2), hn::Sub(b3, e3), to + 3 * place, place);
}

// G · (a, b, c), of which the first and the last are a and c.
HWY_INLINE void transform_weights(V a, V b, V c, V& second, V& third) {
  const V half = hn::Set(Tag(), 0.5F), ends = hn::Add(a, c);
  second = hn::Mul(half, hn::Add(ends, b));
  third = hn::Mul(half, hn::Sub(ends, b));
}

// G · kernel · Gᵀ for a vector of channels.
HWY_INLINE void transform_kernels(const float* from, float* to, size_t place) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN float columns[kTile][3 * hn::MaxLanes(Tag())];
  V a, b, c, second, third;
  for (size_t i = 0; i < 3 * lanes; i += lanes) {
    hn::LoadInterleaved3(d, from + 3 * i, a, b, c);
    transform_weights(a, b, c, second, third);
    hn::Store(a, d, columns[0] + i);
    hn::Store(second, d, columns[1] + i);
    hn::Store(third, d, columns[2] + i);
    hn::Store(c, d, columns[3] + i);
  }
  for (size_t j = 0; j < kTile; ++j, to += place) {
    hn::LoadInterleaved3(d, columns[j], a, b, c);
    transform_weights(a, b, c, second, third);
    hn::StoreU(a, d, to);
    hn::StoreU(second, d, to + kTile * place);
    hn::StoreU(third, d, to + 2 * kTile * place);
    hn::StoreU(c, d, to + 3 * kTile * place);
  }
}

// The sums of a vector of tiles at a column of places, times Aᵀ.
HWY_INLINE void finish_column(const float* sums, size_t place, V& above, V& below) {
  const Tag d;
  const V second = hn::LoadU(d, sums + kTile * place), third = hn::LoadU(d, sums + 2 * kTile * place);
  above = hn::Add(hn::LoadU(d, sums), hn::Add(second, third));
  below = hn::Sub(hn::Sub(second, third), hn::LoadU(d, sums + 3 * kTile * place));
}

// The two pixels of a line of each of a vector of tiles. Returns `check`, or NaN where a pixel is not finite.
HWY_INLINE V finish_line(V a, V b, V c, V e, V check, float* to) {
  const Tag d;
  const V left = hn::Add(a, hn::Add(b, c)), right = hn::Sub(hn::Sub(b, c), e), zero = hn::Zero(d);
  hn::StoreInterleaved2(left, right, d, to);
  return hn::MulAdd(left, zero, hn::MulAdd(right, zero, check));
}

// Aᵀ · sums · A for some vectors of tiles.
HWY_INLINE V
finish_tiles(const float* sums, size_t place, size_t columns, V check, float* above, float* below) {
  const size_t lanes = hn::Lanes(Tag());
  for (size_t j = 0; j < columns; j += lanes) {
    V a, b, c, e, f, g, h, i;
    finish_column(sums + j, place, a, f);
    finish_column(sums + j + place, place, b, g);
    finish_column(sums + j + 2 * place, place, c, h);
    finish_column(sums + j + 3 * place, place, e, i);
    check = finish_line(a, b, c, e, check, above + 2 * j);
    check = finish_line(f, g, h, i, check, below + 2 * j);
  }
  return check;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
