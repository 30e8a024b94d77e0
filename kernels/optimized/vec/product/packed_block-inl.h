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
  size_t column;         // the column of the out that the first column belongs to
  DirectColumns direct;  // data is null if all panels are packed
  bool pads_last;        // whether the last direct panel is packed, as its end would be read past
  float* packed;
  bool is_lines;  // whether rows of b are read directly, for products with few rows
  size_t panel;   // the width of a panel
  size_t panels;  // the number of panels
  size_t stride;  // from one packed panel to the next
  ptrdiff_t packed_offsets[kDepth];
};

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
    share(p, block.panels, block.depth * block.panel / 4, [&](size_t begin, size_t end) HWY_ATTR {
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
