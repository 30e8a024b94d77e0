#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/transpose.cpp"
#include "vec/each_target.h"

#include "vec/gemm.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Blocks of 4 × 4.
void transpose_floats(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  const hn::FixedTag<float, 4> d;
  const hn::FixedTag<double, 2> pairs;
  size_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const float* column = from + j * from_stride;
    size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
      const auto a = hn::LoadU(d, column + i), b = hn::LoadU(d, column + from_stride + i);
      const auto c = hn::LoadU(d, column + 2 * from_stride + i),
                 e = hn::LoadU(d, column + 3 * from_stride + i);
      const auto ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b)),
                 ab_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
      const auto ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e)),
                 ce_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
      float* at = to + i * to_stride + j;
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)), d, at);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)), d, at + to_stride);
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab_upper, ce_upper)), d, at + 2 * to_stride);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab_upper, ce_upper)), d, at + 3 * to_stride);
    }
    for (; i < rows; ++i) {
      for (size_t c = 0; c < 4; ++c) {
        to[i * to_stride + j + c] = column[c * from_stride + i];
      }
    }
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
