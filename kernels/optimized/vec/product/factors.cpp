// Packing of matrices in memory as factors of products.

#include "vec/base/transpose.h"
#include "vec/product/gemm.h"  // IWYU pragma: associated

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// Like `transpose`, for elements that are first widened, block by block.
void transpose_narrow(
    Array from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  constexpr size_t kRows = 64, kColumns = 32;
  float block[kColumns * kRows];
  for (size_t j = 0; j < columns; j += kColumns) {
    const size_t width = std::min(kColumns, columns - j);
    for (size_t i = 0; i < rows; i += kRows) {
      const size_t height = std::min(kRows, rows - i);
      load_lines(
          from + (j * from_stride + i), static_cast<ptrdiff_t>(from_stride), width, height, block, kRows);
      transpose(block, kRows, height, width, to + i * to_stride + j, to_stride);
    }
  }
}

// Copies lines of `length` elements with stride `step`; the copies are `to_stride` apart.
void copy_factor(
    Array from, ptrdiff_t line, ptrdiff_t step, size_t lines, size_t length, float* to, size_t to_stride) {
  if (step == 1 && kHasNarrow && from.is_narrow()) {
    load_lines(from, line, lines, length, to, to_stride);
  } else if (step == 1) {
    for (size_t i = 0; i < lines; ++i) {
      const Array start = from + static_cast<ptrdiff_t>(i) * line;
      std::memcpy(to + i * to_stride, start.data, length * sizeof(float));
    }
  } else if (line == 1 && step > 1) {
    const auto transposed = static_cast<size_t>(step);
    if (kHasNarrow && from.is_narrow()) {
      transpose_narrow(from, transposed, lines, length, to, to_stride);
    } else {
      transpose(from.floats(), transposed, lines, length, to, to_stride);
    }
  } else {
    for (size_t i = 0; i < lines; ++i) {
      const Array start = from + static_cast<ptrdiff_t>(i) * line;
      load(from.dtype, start.data, step * from.element_size(), length, to + i * to_stride);
    }
  }
}

}  // namespace

void LeftMatrix::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  const Array from = matrix_.from(first, k).data;
  copy_factor(from, matrix_.row_stride, matrix_.column_stride, count, depth, to, stride);
}

void RightMatrix::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  const Array from = matrix_.from(k, first).data;
  copy_factor(from, matrix_.row_stride, matrix_.column_stride, depth, count, to, stride);
}

}  // namespace etk::vec
