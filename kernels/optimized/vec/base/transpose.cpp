#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/base/transpose.cpp"
#include "vec/base/each_target.h"

#include "vec/base/transpose.h"
#include "vec/base/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Loads four floats of each of several columns, as many as the vector has blocks of four lanes: every fourth
// column, `stride` apart.
template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const float* from, size_t stride) {
  if constexpr (hn::MaxLanes(D()) <= 4) {
    return hn::LoadU(d, from);
  } else {
    const hn::Half<D> half;
    const size_t blocks = hn::Lanes(half) / 4;
    return hn::Combine(
        d, load_blocks(half, from + 4 * blocks * stride, stride), load_blocks(half, from, stride));
  }
}

// Transposes four rows of as many columns as a vector has lanes, in blocks of 4 × 4.
template <class D>
HWY_INLINE void transpose_rows(D d, const float* from, size_t from_stride, float* to, size_t to_stride) {
  auto a = load_blocks(d, from, from_stride), b = load_blocks(d, from + from_stride, from_stride);
  auto c = load_blocks(d, from + 2 * from_stride, from_stride),
       e = load_blocks(d, from + 3 * from_stride, from_stride);
  transpose_fours(d, a, b, c, e);
  hn::StoreU(a, d, to);
  hn::StoreU(b, d, to + to_stride);
  hn::StoreU(c, d, to + 2 * to_stride);
  hn::StoreU(e, d, to + 3 * to_stride);
}

// Transposes as many columns, starting at `from`, as a vector of D has lanes. The last four rows may overlap
// the previous ones.
template <class D>
HWY_INLINE void transpose_lanes(
    D d, const float* from, size_t from_stride, size_t rows, float* to, size_t to_stride) {
  size_t i = 0;
  for (; i + 4 <= rows; i += 4) {
    transpose_rows(d, from + i, from_stride, to + i * to_stride, to_stride);
  }
  if (i < rows && rows > 4) {
    transpose_rows(d, from + rows - 4, from_stride, to + (rows - 4) * to_stride, to_stride);
    return;
  }
  for (; i < rows; ++i) {
    for (size_t c = 0; c < hn::Lanes(d); ++c) {
      to[i * to_stride + c] = from[c * from_stride + i];
    }
  }
}

// Whether a matrix has two to four rows, or columns, whose elements with equal index are adjacent in memory,
// as in interleaved pixels.
constexpr bool is_thin(size_t count, size_t stride) {
  return 2 <= count && count <= 4 && stride == count;
}

// Transposes contiguous rows of two to four columns. Returns the first row that is left.
HWY_INLINE size_t interleave(const float* from, size_t from_stride, size_t rows, size_t columns, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= rows; i += lanes, from += lanes, to += lanes * columns) {
    const auto a = hn::LoadU(d, from), b = hn::LoadU(d, from + from_stride);
    if (columns == 2) {
      hn::StoreInterleaved2(a, b, d, to);
      continue;
    }
    const auto c = hn::LoadU(d, from + 2 * from_stride);
    columns == 3 ? hn::StoreInterleaved3(a, b, c, d, to)
                 : hn::StoreInterleaved4(a, b, c, hn::LoadU(d, from + 3 * from_stride), d, to);
  }
  return i;
}

// Transposes columns of two to four rows. Returns the first column that is left.
HWY_INLINE size_t separate(const float* from, size_t rows, size_t columns, float* to, size_t to_stride) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  auto a = hn::Zero(d), b = a, c = a, e = a;
  size_t j = 0;
  for (; j + lanes <= columns; j += lanes, from += lanes * rows, to += lanes) {
    if (rows == 2) {
      hn::LoadInterleaved2(d, from, a, b);
    } else if (rows == 3) {
      hn::LoadInterleaved3(d, from, a, b, c);
    } else {
      hn::LoadInterleaved4(d, from, a, b, c, e);
    }
    hn::StoreU(a, d, to);
    hn::StoreU(b, d, to + to_stride);
    if (rows > 2) {
      hn::StoreU(c, d, to + 2 * to_stride);
    }
    if (rows > 3) {
      hn::StoreU(e, d, to + 3 * to_stride);
    }
  }
  return j;
}

void transpose_floats(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  constexpr size_t kLanes = HWY_TARGET <= HWY_AVX3 ? 16 : HWY_TARGET == HWY_AVX2 ? 8 : 4;
  size_t j = 0;
  if (is_thin(columns, to_stride)) {
    const size_t i = interleave(from, from_stride, rows, columns, to);
    from += i;
    to += i * to_stride;
    rows -= i;
  } else if (is_thin(rows, from_stride)) {
    j = separate(from, rows, columns, to, to_stride);
  }
  if constexpr (kLanes > 4) {
    for (; j + kLanes <= columns; j += kLanes) {
      const hn::FixedTag<float, kLanes> d;
      transpose_lanes(d, from + j * from_stride, from_stride, rows, to + j, to_stride);
    }
  }
  // The last four columns may overlap the previous ones.
  while (columns >= 4 && j < columns) {
    const size_t column = HWY_MIN(j, columns - 4);
    const hn::FixedTag<float, 4> d;
    transpose_lanes(d, from + column * from_stride, from_stride, rows, to + column, to_stride);
    j = column + 4;
  }
  for (; j < columns; ++j) {
    for (size_t i = 0; i < rows; ++i) {
      to[i * to_stride + j] = from[j * from_stride + i];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(transpose_floats);

void transpose(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  HWY_DYNAMIC_DISPATCH(transpose_floats)(from, from_stride, rows, columns, to, to_stride);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
