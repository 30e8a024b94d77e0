// Products with few rows, if the columns of b are contiguous in memory, for one SIMD target: packing would
// take longer than the product.

#if defined(ETK_VEC_DOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DOTS_INL_H_
#undef ETK_VEC_DOTS_INL_H_
#else
#define ETK_VEC_DOTS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array-inl.h"
#include "vec/base/parallel.h"
#include "vec/base/vectors-inl.h"
#include "vec/product/gemm.h"
#include "vec/product/store_tile-inl.h"
#include "vec/product/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The number of rows whose sums with four columns stay in registers.
constexpr size_t kDotRows = HWY_TARGET <= HWY_AVX3 ? 4 : HWY_TARGET <= HWY_SSE2 ? 2 : 4;

// Adds the products of rows of a and of four columns of b at k, loaded with `read`. Sum i belongs to row i /
// 4 and column i % 4.
template <class Load, typename T, class... Sums>
HWY_INLINE void add_products(
    const Load& read, const T* a, size_t a_stride, const T* const (&column)[4], size_t k, Sums&... sums) {
  // Each row is loaded once; rows past kRowCount are not used.
  constexpr size_t kRowCount = sizeof...(sums) / 4;
  const V row0 = read(a + k), row1 = kRowCount > 1 ? read(a + a_stride + k) : row0;
  const V row2 = kRowCount > 2 ? read(a + 2 * a_stride + k) : row0;
  const V row3 = kRowCount > 3 ? read(a + 3 * a_stride + k) : row0;
  const auto row = [&](auto i) HWY_ATTR { return nth<i()>(row0, row1, row2, row3); };
  ProductsOf<kRowCount, 4>::add(
      row, read(column[0] + k), read(column[1] + k), read(column[2] + k), read(column[3] + k), sums...);
}

// Sets each row of the tile to the horizontal sums of four vectors.
template <class... Sums>
HWY_INLINE void store_sums(float* tile, size_t tile_stride, V a, V b, V c, V e, Sums... others) {
  hn::Store(sum_fours(Tag(), a, b, c, e), Tag(), tile);
  if constexpr (sizeof...(others) > 0) {
    store_sums(tile + tile_stride, tile_stride, others...);
  }
}

// The dot products of rows of a with four columns of b, which are contiguous.
template <typename T, size_t... i>
HWY_INLINE void add_dots(
    std::index_sequence<i...>,
    const T* a,
    size_t a_stride,
    const T* const (&column)[4],
    size_t depth,
    float* tile,
    size_t tile_stride,
    Each<V, i>... sums) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  size_t k = 0;
  for (; k + lanes <= depth; k += lanes) {
    const auto read = [d](const T* from) HWY_ATTR { return load(d, from); };
    add_products(read, a, a_stride, column, k, sums...);
  }
  if (k < depth) {
    const auto read = [d, left = depth - k](const T* from) HWY_ATTR { return load(d, from, left); };
    add_products(read, a, a_stride, column, k, sums...);
  }
  store_sums(tile, tile_stride, sums...);
}
template <size_t... i, class... Arguments>
HWY_INLINE void start_dots(std::index_sequence<i...> numbers, const Arguments&... arguments) {
  add_dots(numbers, arguments..., copy<i>(hn::Zero(Tag()))...);
}

// Multiplies up to four rows of a with four columns of b, which are contiguous.
template <size_t kRowCount, typename T>
HWY_NOINLINE void run_dots(
    const T* HWY_RESTRICT a,
    size_t a_stride,
    const T* HWY_RESTRICT b,
    size_t b_stride,
    size_t columns,
    size_t depth,
    float* HWY_RESTRICT tile,
    size_t tile_stride) {
  // Columns past the end are replaced by the first column.
  const T* column[4];
  for (size_t j = 0; j < 4; ++j) {
    column[j] = b + (j < columns ? j : 0) * b_stride;
  }
  start_dots(std::make_index_sequence<kRowCount * 4>(), a, a_stride, column, depth, tile, tile_stride);
}

// The function for this number of rows.
template <typename T>
HWY_INLINE auto dots_function(size_t rows) {
  return rows == 4   ? run_dots<HWY_MIN(4, kDotRows), T>
         : rows == 3 ? run_dots<HWY_MIN(3, kDotRows), T>
         : rows == 2 ? run_dots<2, T>
                     : run_dots<1, T>;
}

template <typename T>
HWY_INLINE void multiply_dots(const FloatProduct& p, const T* left, const T* right) {
  const size_t a_stride = static_cast<size_t>(p.left->row_stride);
  const size_t b_stride = static_cast<size_t>(p.right->column_stride);
  const size_t groups = hwy::DivCeil(p.n, size_t{4});
  parallel(groups, p.m * p.k + 32, [&](size_t begin, size_t end) HWY_ATTR {
    constexpr size_t kTileStride = HWY_MAX(4, hn::MaxLanes(Tag()));
    HWY_ALIGN float tile[4 * kTileStride];
    for (size_t group = begin; group < end; ++group) {
      const size_t column = group * 4, columns = HWY_MIN(size_t{4}, p.n - column);
      const T* b = right + column * b_stride;
      for (size_t row = 0; row < p.m; row += kDotRows) {
        const size_t rows = HWY_MIN(kDotRows, p.m - row);
        const T* a = left + row * a_stride;
        const auto run = dots_function<T>(rows);
        run(a, a_stride, b, b_stride, columns, p.k, tile, kTileStride);
        store_tile(p, tile, kTileStride, row, rows, column, columns, /*first=*/true, /*last=*/true);
        activate(p, row, rows, column, columns);
      }
    }
  });
}

inline void multiply_dots(const FloatProduct& p) {
  with_elements(p.left->data, [&](const auto* left) HWY_ATTR {
    multiply_dots(p, left, elements_of(p.right->data, left));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
