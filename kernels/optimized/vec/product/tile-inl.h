// The microkernel of products, for one SIMD target: multiplies a few rows of a with a panel of b.

#if defined(ETK_VEC_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_TILE_INL_H_
#undef ETK_VEC_TILE_INL_H_
#else
#define ETK_VEC_TILE_INL_H_
#endif

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/product/epilogue-inl.h"
#include "vec/product/gemm.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = CappedFloats;
using V = hn::Vec<Tag>;

// The number of rows of the microkernel, and of vectors per row, depending on the number of registers.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kRows = 14, kVectors = 2;
#elif HWY_TARGET <= HWY_SSE2
constexpr size_t kRows = HWY_TARGET == HWY_AVX2 ? 6 : 4, kVectors = 2;
#else
constexpr size_t kRows = 6, kVectors = 4;
#endif

static_assert(kVectors * hn::MaxLanes(Tag()) <= kPanelSlack, "panels are that wide");

// The maximum number of rows for products that read b directly, and the number of columns that they compute
// at a time.
constexpr size_t kFewRows = 3, kWide = 1024;

// The distance of packed rows of a: not a power of two, so that they do not map to the same set of the cache.
constexpr size_t kRowStride = kDepth + 16;

HWY_INLINE size_t panel_width() {
  return kVectors * hn::Lanes(Tag());
}

// The first row of a tile. Tiles have about the same height; microkernels have an even number of rows, and so
// do all tiles except the last.
HWY_INLINE size_t row_of_tile(size_t tile, size_t tiles, size_t rows) {
  return tile == tiles ? rows : (tile * rows / tiles + 1) / 2 * 2;
}

// The rows of a that are multiplied next. Weights are not in a cache: each is used once per inference, and
// loading them takes as long as multiplying them with 7 x 7 pixels. The microkernel therefore fetches a line
// of the cache for each k, `kLines` for each row.
struct NextRows {
  const float* data;
  ptrdiff_t stride;

  HWY_INLINE void fetch(size_t k) const {
    hwy::Prefetch(data + static_cast<ptrdiff_t>(k / kLines) * stride + k % kLines * kLineFloats);
  }

  static constexpr size_t kLineFloats = 16, kLines = kDepth / kLineFloats;
};

// Where the sums of a whole tile are stored if they are complete, and what is added to each row; without
// `data`, the sums are stored in a tile.
struct OutTile {
  float* data;
  ptrdiff_t stride;
  const float* bias;  // or null
  ptrdiff_t bias_stride;
  float low, high;

  HWY_INLINE void store(size_t row, size_t column, V sum) const {
    const Tag d;
    const auto at = static_cast<ptrdiff_t>(row);
    const V result = hn::Add(sum, bias ? hn::Set(d, bias[at * bias_stride]) : hn::Zero(d));
    hn::StoreU(
        kHasEpilogues ? clamp(result, hn::Set(d, low), hn::Set(d, high)) : result, d,
        data + at * stride + column);
  }
};

// The products of a few rows with a few vectors of columns. Sum i belongs to row i / kVectorCount and vector
// i % kVectorCount.
template <class Vectors, class Sums>
struct Products;
template <size_t... v, size_t... i>
struct Products<std::index_sequence<v...>, std::index_sequence<i...>> {
  static constexpr size_t kVectorCount = sizeof...(v);

  // Adds to each sum row(…) · its vector of columns.
  template <class Row>
  static HWY_INLINE void add(const Row& row, Each<V, v>... columns, Each<V, i>&... sums) {
    ((sums = hn::MulAdd(
          row(std::integral_constant<size_t, i / kVectorCount>()), nth<i % kVectorCount>(columns...), sums)),
     ...);
  }

  // Adds the products of a with rows of b, which begin at b + offsets[k].
  static HWY_INLINE void add_tile(
      const float* a,
      const float* b,
      const ptrdiff_t* offsets,
      size_t depth,
      float* tile,
      const NextRows& next,
      const OutTile& out,
      Each<V, i>... sums) {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    const auto row_of = [&](size_t k) HWY_ATTR {
      return [d, at = a + k](size_t row) HWY_ATTR { return hn::Set(d, at[row * kRowStride]); };
    };
    // The loop is unrolled by two: its overhead costs the large microkernels 3 % otherwise.
    size_t k = 0;
    for (; k + 2 <= depth; k += 2) {
      next.fetch(k);
      next.fetch(k + 1);
      add(row_of(k), hn::LoadU(d, b + offsets[k] + v * lanes)..., sums...);
      add(row_of(k + 1), hn::LoadU(d, b + offsets[k + 1] + v * lanes)..., sums...);
    }
    if (k < depth) {
      add(row_of(k), hn::LoadU(d, b + offsets[k] + v * lanes)..., sums...);
    }
    if (out.data) {
      (out.store(i / kVectorCount, i % kVectorCount * lanes, sums), ...);
    } else {
      (hn::Store(sums, d, tile + (i / kVectorCount * kVectors + i % kVectorCount) * lanes), ...);
    }
  }

  static HWY_INLINE void run(
      const float* a,
      const float* b,
      const ptrdiff_t* offsets,
      size_t depth,
      float* tile,
      const NextRows& next,
      const OutTile& out) {
    add_tile(a, b, offsets, depth, tile, next, out, copy<i>(hn::Zero(Tag()))...);
  }
};

template <size_t kRowCount, size_t kVectorCount>
using ProductsOf =
    Products<std::make_index_sequence<kVectorCount>, std::make_index_sequence<kRowCount * kVectorCount>>;

// tile[i][j] = Σ a[i][k] · b[k][j], where row k of b begins at b + offsets[k].
template <size_t kRowCount, size_t kVectorCount>
HWY_NOINLINE void run_tile(
    const float* HWY_RESTRICT a,
    const float* HWY_RESTRICT b,
    const ptrdiff_t* HWY_RESTRICT offsets,
    size_t depth,
    float* HWY_RESTRICT tile,
    NextRows next,
    const OutTile& out) {
  ProductsOf<kRowCount, kVectorCount>::run(a, b, offsets, depth, tile, next, out);
}

using TileFunction =
    void (*)(const float*, const float*, const ptrdiff_t*, size_t, float*, NextRows, const OutTile&);

// The smallest microkernel with at least this number of rows.
template <size_t kVectorCount>
HWY_INLINE TileFunction tile_function(size_t rows) {
  switch ((rows + 1) / 2) {
#if HWY_TARGET <= HWY_AVX3
    case 7:
      return run_tile<14, kVectorCount>;
    case 6:
      return run_tile<12, kVectorCount>;
    case 5:
      return run_tile<10, kVectorCount>;
    case 4:
      return run_tile<8, kVectorCount>;
#endif
    case 3:
      return run_tile<HWY_MIN(6, kRows), kVectorCount>;
    case 2:
      return run_tile<4, kVectorCount>;
    default:
      return rows == 1 ? run_tile<1, kVectorCount> : run_tile<2, kVectorCount>;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
