// Rows of keys and values of a cache as floats, and packed into panels, for one SIMD target.

#if defined(ETK_VEC_CACHED_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_CACHED_LINES_INL_H_
#undef ETK_VEC_CACHED_LINES_INL_H_
#else
#define ETK_VEC_CACHED_LINES_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/attention/block.h"
#include "vec/base/rows-inl.h"
#include "vec/base/transpose.h"
#include "vec/product/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows of keys or values as floats: read directly, or copied to `to`.
struct FloatLines {
  const float* data;
  size_t stride;
};

HWY_INLINE FloatLines
lines_of(const Heads& heads, const AttentionBlock& block, size_t from, size_t count, float* to) {
  const auto size = static_cast<size_t>(heads.head_size());
  const auto at = static_cast<int64_t>(from);
  const Heads::Lines lines = heads.lines(block.batch, at, block.head);
  if (lines.data && heads.dtype() == ScalarType::Float) {
    return {
        static_cast<const float*>(static_cast<const void*>(lines.data)),
        static_cast<size_t>(lines.stride) / sizeof(float)};
  }
  if (lines.data) {
    const Array elements(lines.data, heads.dtype());
    load_lines(elements, lines.stride / elements.element_size(), count, size, to, size);
  } else {
    for (size_t i = 0; i < count; ++i) {
      heads.read(block.batch, at + static_cast<int64_t>(i), block.head, to + i * size);
    }
  }
  return {to, size};
}

// Packs rows into panels of the second factor: `width` elements of each row, one row after the other.
HWY_INLINE void pack_values(FloatLines lines, size_t count, size_t size, float* to) {
  const Tag d;
  const size_t lanes = hn::Lanes(d), width = panel_width();
  for (size_t column = 0; column < size; column += width) {
    for (size_t i = 0; i < count; ++i, to += width) {
      const float* const from = lines.data + i * lines.stride + column;
      for (size_t j = 0; j < width; j += lanes) {
        const size_t left = size - column;
        hn::StoreU(j >= left ? hn::Zero(d) : load_part(d, from + j, HWY_MIN(lanes, left - j)), d, to + j);
      }
    }
  }
}

// Packs rows into panels of columns; columns after the last are undefined.
HWY_INLINE void pack_keys(FloatLines lines, size_t count, size_t size, float* to) {
  const size_t width = panel_width();
  for (size_t i = 0; i < count; i += width, to += size * width) {
    transpose(lines.data + i * lines.stride, lines.stride, size, HWY_MIN(width, count - i), to, width);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
