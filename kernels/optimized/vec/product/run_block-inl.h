// Computes a block of a product, and divides it among threads, for one SIMD target.

#if defined(ETK_VEC_RUN_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_RUN_BLOCK_INL_H_
#undef ETK_VEC_RUN_BLOCK_INL_H_
#else
#define ETK_VEC_RUN_BLOCK_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/product/lines-inl.h"
#include "vec/product/packed_block-inl.h"
#include "vec/product/store_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
// The rows from `row` on, or after the last row those of the next block.
HWY_INLINE NextRows next_rows(const FloatProduct& p, const Block& block, size_t row, const NextRows& none) {
  const bool is_end = row >= block.row + block.rows;
  const size_t k = is_end ? block.k + block.depth : block.k;
  if (!p.left || p.left->column_stride != 1 || p.left->data.is_narrow() || k >= p.k) {
    return none;
  }
  // The lines of rows that are contiguous, and as long as a block, follow one another.
  const bool is_run = static_cast<size_t>(p.left->row_stride) == block.depth;
  return {
      p.left->from(is_end ? block.row : row, k).data.floats(),
      is_run ? ptrdiff_t{kDepth} : p.left->row_stride};
}

// Computes rows from `row` on, with the panels in [begin, end).
inline HWY_NOINLINE void run_rows(
    const FloatProduct& p, const Block& block, size_t row, size_t rows, size_t begin, size_t end) {
  HWY_ALIGN float a[kRows * kRowStride];
  constexpr size_t kLanes = hn::MaxLanes(Tag());
  HWY_ALIGN float tile[HWY_MAX(kRows * kVectors * kLanes, kWide) + kLanes];
  const size_t lanes = hn::Lanes(Tag()), width = block.panel, last = block.panels - 1;
  const DirectColumns& b = block.direct;
  p.a.pack(row, rows, block.k, block.depth, a, kRowStride);
  // The microkernel may have one row more than needed: it is set to 0.
  for (size_t i = rows; i < HWY_MIN(kRows, rows + 1); ++i) {
    for (size_t k = 0; k < block.depth; ++k) {
      a[i * kRowStride + k] = 0;
    }
  }
  const TileFunction whole = tile_function<kVectors>(rows);
  const bool is_last = block.k + block.depth == p.k;
  // Whether the microkernel has all products of its sums, and computes no other rows: whole tiles need no
  // copy.
  const bool is_complete = block.k == 0 && is_last && (rows % 2 == 0 || rows == 1) && p.alpha == 1 &&
                           (!p.bias || (p.beta == 1 && p.bias_strides[1] == 0));
  const auto at = static_cast<ptrdiff_t>(row);
  float* const first_out = p.out + at * p.out_stride + block.column;
  OutTile out{nullptr,           p.out_stride,   p.bias ? p.bias + at * p.bias_strides[0] : nullptr,
              p.bias_strides[0], p.epilogue.low, p.epilogue.high};
  const NextRows none{a, 0}, next = next_rows(p, block, row + rows, none);
  for (size_t panel = begin; panel < end; ++panel) {
    const size_t first = panel * width, columns = HWY_MIN(width, b.count - first);
    const bool is_direct = b.data && !(block.pads_last && panel == last);
    const float* from = is_direct ? b.data + first : block.packed + (b.data ? 0 : panel * block.stride);
    if (block.is_lines) {
      run_lines(a, rows, from, b.offsets, block.depth, columns, tile, width);
    } else if (block.few > 0 && panel == last) {
      run_few(block, a, rows, columns, from, tile);
    } else {
      const TileFunction run = columns > lanes ? whole : tile_function<1>(rows);
      const size_t line = first / b.line, x = first % b.line;
      const bool stores = is_complete && columns == width && x + width <= b.width;
      out.data = stores ? first_out + line * b.width + x : nullptr;
      run(a, from, is_direct ? b.offsets : block.packed_offsets, block.depth, tile,
          panel == begin ? next : none, out);
      if (stores) {
        continue;
      }
    }
    for (size_t j = 0; j < columns;) {
      const size_t line = (first + j) / b.line, x = (first + j) % b.line;
      const size_t left = HWY_MIN(columns - j, b.line - x);
      if (x < b.width) {
        const size_t column = block.column + line * b.width + x;
        store_tile(p, tile + j, width, row, rows, column, HWY_MIN(left, b.width - x), block.k == 0, is_last);
      }
      j += left;
    }
  }
  if (is_last && p.epilogue.activates()) {
    // The columns of the out are adjacent, even if lines are longer than in the out.
    const auto column_of = [&](size_t i) {
      return block.column + i / b.line * b.width + HWY_MIN(i % b.line, b.width);
    };
    const size_t first = column_of(begin * width), after = column_of(HWY_MIN(end * width, b.count));
    activate(p, row, rows, first, after - first);
  }
}

inline HWY_NOINLINE void run_block(const FloatProduct& p, Block& block) {
  for (size_t k = 0; k < block.depth; ++k) {
    block.packed_offsets[k] = static_cast<ptrdiff_t>(k * block.panel);
    block.last_offsets[k] = static_cast<ptrdiff_t>(k * hn::Lanes(Tag()));
  }
  block.panels = hwy::DivCeil(block.direct.count, block.panel);
  pack_panels(p, block);
  // If there are few tiles, each is divided into parts of the panels.
  const size_t tiles = hwy::DivCeil(block.rows, kRows);
  const size_t parts = HWY_MIN(block.panels, hwy::DivCeil(size_t{16}, tiles));
  const size_t part = hwy::DivCeil(block.panels, parts);
  // If there are few rows, reading the columns determines the cost.
  const size_t cost = block.depth * HWY_MAX(block.rows / tiles, size_t{16}) * part * block.panel / 32;
  parallel(tiles * parts, cost, [&](size_t begin, size_t end) HWY_ATTR {
    while (begin < end) {
      // Computes as many parts of one tile as possible together, because they share the packed rows of a.
      const size_t tile = begin / parts, last = HWY_MIN(end, (tile + 1) * parts);
      const size_t row = row_of_tile(tile, tiles, block.rows);
      const size_t rows = row_of_tile(tile + 1, tiles, block.rows) - row;
      const size_t from = begin % parts * part;
      const size_t to = HWY_MIN(block.panels, (last - tile * parts) * part);
      if (from < to) {
        run_rows(p, block, block.row + row, rows, from, to);
      }
      begin = last;
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
