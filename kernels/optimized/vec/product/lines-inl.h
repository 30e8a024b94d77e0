// Products with few rows, which read the rows of b where they are, for one SIMD target.

#if defined(ETK_VEC_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_LINES_INL_H_
#undef ETK_VEC_LINES_INL_H_
#else
#define ETK_VEC_LINES_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/product/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The products of a row with some rows of b.
template <class Lines>
struct LineProducts;
template <size_t... i>
struct LineProducts<std::index_sequence<i...>> {
  // to[j] += Σ factor · line[j]; with `first`, to[j] = that sum.
  static HWY_INLINE void add_lines(
      size_t columns,
      bool first,
      float* HWY_RESTRICT to,
      Each<const float*, i>... line,
      Each<V, i>... factor) {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    size_t j = 0;
    for (; j + 2 * lanes <= columns; j += 2 * lanes) {
      V sum = first ? hn::Zero(d) : hn::LoadU(d, to + j);
      V next = first ? hn::Zero(d) : hn::LoadU(d, to + j + lanes);
      ((sum = hn::MulAdd(factor, hn::LoadU(d, line + j), sum)), ...);
      ((next = hn::MulAdd(factor, hn::LoadU(d, line + j + lanes), next)), ...);
      hn::StoreU(sum, d, to + j);
      hn::StoreU(next, d, to + j + lanes);
    }
    for (; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      V sum = first ? hn::Zero(d) : hn::LoadU(d, to + j);
      ((sum = hn::MulAdd(factor, hn::LoadN(d, line + j, left), sum)), ...);
      hn::StoreU(sum, d, to + j);
    }
  }

  static HWY_INLINE void add(
      const float* a, const float* b, const ptrdiff_t* offsets, size_t columns, bool first, float* to) {
    add_lines(columns, first, to, b + offsets[i]..., hn::Set(Tag(), a[i])...);
  }
};

// tile[i][j] = Σ a[i][k] · b[k][j] for few rows; writes up to a vector after the last column. Reads some rows
// of b along all columns before the next ones, so that each is a long run for the prefetcher.
inline HWY_NOINLINE void run_lines(
    const float* a,
    size_t rows,
    const float* b,
    const ptrdiff_t* offsets,
    size_t depth,
    size_t columns,
    float* tile,
    size_t tile_stride) {
  constexpr size_t kAtOnce = 8;
  using Whole = LineProducts<std::make_index_sequence<kAtOnce>>;
  using Single = LineProducts<std::make_index_sequence<1>>;
  for (size_t k = 0; k < depth;) {
    const bool is_whole = k + kAtOnce <= depth;
    for (size_t i = 0; i < rows; ++i) {
      const float* factors = a + i * kRowStride + k;
      float* to = tile + i * tile_stride;
      if (is_whole) {
        Whole::add(factors, b, offsets + k, columns, k == 0, to);
      } else {
        Single::add(factors, b, offsets + k, columns, k == 0, to);
      }
    }
    k += is_whole ? kAtOnce : 1;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
