// Stores tiles of sums in the out of a product, for one SIMD target.

#if defined(ETK_VEC_STORE_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_STORE_TILE_INL_H_
#undef ETK_VEC_STORE_TILE_INL_H_
#else
#define ETK_VEC_STORE_TILE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/product/epilogue-inl.h"
#include "vec/product/gemm.h"
#include "vec/product/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// out = alpha · tile + beta · bias, or, if `first` is false, out += alpha · tile, from row and column on.
// With `last`, the results are clamped. Reads up to a vector after the last column of the tile.
inline HWY_NOINLINE void store_tile(
    const FloatProduct& p,
    const float* tile,
    size_t tile_stride,
    size_t row,
    size_t rows,
    size_t column,
    size_t columns,
    bool first,
    bool last) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  const bool clamps = last && p.epilogue.clamps();
  const V alpha = hn::Set(d, p.alpha), beta = hn::Set(d, p.beta);
  const V low = hn::Set(d, clamps ? p.epilogue.low : 0), high = hn::Set(d, clamps ? p.epilogue.high : 0);
  const float* const bias = first ? p.bias : nullptr;
  const bool bias_in_line = bias && p.bias_strides[1];
  for (size_t i = 0; i < rows; ++i, tile += tile_stride) {
    const auto at = static_cast<ptrdiff_t>(row + i);
    float* const out = p.out + at * p.out_stride + column;
    const float* const added =
        bias ? bias + at * p.bias_strides[0] + static_cast<ptrdiff_t>(column) * p.bias_strides[1] : nullptr;
    const V same = bias && !bias_in_line ? hn::Mul(beta, hn::Set(d, *added)) : hn::Zero(d);
    const auto sum = [&](size_t j, const auto& load) HWY_ATTR {
      const V base = !first ? load(out + j) : bias_in_line ? hn::Mul(beta, load(added + j)) : same;
      const V result = hn::MulAdd(alpha, hn::LoadU(d, tile + j), base);
      return clamps ? clamp(result, low, high) : result;
    };
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      hn::StoreU(sum(j, [d](const float* from) HWY_ATTR { return hn::LoadU(d, from); }), d, out + j);
    }
    if (const size_t left = columns - j) {
      store_first(
          d, sum(j, [d, left](const float* from) HWY_ATTR { return hn::LoadN(d, from, left); }), out + j,
          left);
    }
  }
}

// Applies the activation to a part of the out that has been stored.
HWY_INLINE void activate(const FloatProduct& p, size_t row, size_t rows, size_t column, size_t columns) {
  for (size_t i = 0; p.epilogue.activates() && i < rows; ++i) {
    p.epilogue.activate(p.out + static_cast<ptrdiff_t>(row + i) * p.out_stride + column, columns);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
