// A block of a factor of a product, and how its columns are packed for the microkernel.

#if defined(ETK_VEC_PACKED_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_PACKED_BLOCK_INL_H_
#undef ETK_VEC_PACKED_BLOCK_INL_H_
#else
#define ETK_VEC_PACKED_BLOCK_INL_H_
#endif

#include "vec/product/dots-inl.h"
#include "vec/product/gemm.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// A block of the product: rows of b from k on, and some of its columns, in panels for the microkernel.
struct Block {
  size_t k, depth;
  size_t row, rows;      // the rows of the out to compute
  size_t column;         // the column of the out that the first column belongs to
  DirectColumns direct;  // data is null if all panels are packed
  bool pads_last;        // whether the last direct panel is packed, as its end would be read past
  float* packed;
  bool is_lines;  // whether rows of b are read directly, for products with few rows
  size_t panel;   // the width of a panel
  size_t panels;  // the number of panels
  size_t stride;  // from one packed panel to the next
  size_t few;     // the number of last columns that would waste most of a vector: computed as dot products
  ptrdiff_t packed_offsets[kDepth];
  ptrdiff_t last_offsets[kDepth];  // those of the last panel, if there are such columns
};

// The maximum of `few`: run_dots computes that many columns at a time.
constexpr size_t kFewColumns = 4;

// The number of last columns to compute as dot products: 7 x 7 pixels are 49 columns. With short vectors or
// sums this is no faster.
HWY_INLINE size_t few_columns(size_t columns, size_t depth) {
  const size_t lanes = hn::Lanes(Tag()), few = columns % lanes;
  const bool pays = lanes >= 2 * kFewColumns && depth >= 4 * lanes && few <= kFewColumns;
  return pays && columns % panel_width() < 2 * lanes ? few : 0;
}

// Packs the last panel if it has such columns: up to a vector of columns, and each of these columns with its
// elements contiguous.
HWY_INLINE void pack_few(const FloatProduct& p, const Block& block, size_t column, size_t count, float* to) {
  const size_t lanes = hn::Lanes(Tag());
  if (count > block.few) {
    p.b.pack(column, lanes, block.k, block.depth, to, lanes);
    to += block.depth * lanes;
  }
  float rows[kDepth * kFewColumns];
  p.b.pack(column + count - block.few, block.few, block.k, block.depth, rows, kFewColumns);
  for (size_t j = 0; j < block.few; ++j) {
    for (size_t k = 0; k < block.depth; ++k) {
      to[j * block.depth + k] = rows[k * kFewColumns + j];
    }
  }
}

// Multiplies rows of a with the last panel, packed by pack_few.
HWY_INLINE void run_few(
    const Block& block, const float* a, size_t rows, size_t count, const float* from, float* tile) {
  const size_t lanes = hn::Lanes(Tag());
  if (count > block.few) {
    tile_function<1>(rows)(a, from, block.last_offsets, block.depth, tile, {a, 0}, {});
    from += block.depth * lanes;
    tile += lanes;
  }
  for (size_t i = 0; i < rows; i += kDotRows) {
    const auto run = dots_function<float>(HWY_MIN(kDotRows, rows - i));
    run(a + i * kRowStride, kRowStride, from, block.depth, block.few, block.depth, tile, block.panel);
    tile += kDotRows * block.panel;
  }
}

// Copies `count` columns of rows that are contiguous in memory, followed by zeros up to the width of a panel.
HWY_INLINE void pack_lines(const FloatMatrix& from, size_t depth, size_t count, float* to) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  const float* line = from.data.floats();
  for (size_t k = 0; k < depth; ++k, line += from.row_stride) {
    for (size_t v = 0; v < kVectors; ++v, to += lanes) {
      const size_t done = v * lanes;
      const auto values = count >= done + lanes ? hn::LoadU(d, line + done)
                                                : hn::LoadN(d, line + done, count - HWY_MIN(count, done));
      hn::StoreU(values, d, to);
    }
  }
}

HWY_INLINE void pack_panel(const FloatProduct& p, const Block& block, size_t panel, float* to) {
  const size_t width = block.panel, first = panel * width, column = block.column + first;
  const size_t count = HWY_MIN(width, block.direct.count - first);
  if (block.few > 0 && panel + 1 == block.panels) {
    pack_few(p, block, column, count, to);
    return;
  }
  if (p.right && p.right->column_stride == 1 && p.right->data.dtype == ScalarType::Float &&
      width == panel_width()) {
    pack_lines(p.right->from(block.k, column), block.depth, count, to);
    return;
  }
  if (count < width) {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    for (size_t k = 0; k < block.depth; ++k) {
      for (size_t j = count / lanes * lanes; j < width; j += lanes) {
        hn::StoreU(hn::Zero(d), d, to + k * width + j);
      }
    }
  }
  p.b.pack(column, count, block.k, block.depth, to, width);
}

// Packs all panels that are not read directly.
HWY_INLINE void pack_panels(const FloatProduct& p, const Block& block) {
  if (!block.direct.data) {
    parallel(block.panels, block.depth * block.panel / 4, [&](size_t begin, size_t end) HWY_ATTR {
      for (size_t panel = begin; panel < end; ++panel) {
        pack_panel(p, block, panel, block.packed + panel * block.stride);
      }
    });
  } else if (block.pads_last) {
    pack_panel(p, block, block.panels - 1, block.packed);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
