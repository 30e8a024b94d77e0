// Transforms a line of real parts and a line of imaginary parts as a matrix: first the columns, then the
// rows.
//
//   X[k + rows · l] = Σ_j e^(-2πi · jl / columns) · y[k, j]
//   y[k, j] = e^(-2πi · jk / n) · Σ_i e^(-2πi · ik / rows) · x[i · columns + j]

#if defined(ETK_VEC_FOURIER_MATRIX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_MATRIX_INL_H_
#undef ETK_VEC_FOURIER_MATRIX_INL_H_
#else
#define ETK_VEC_FOURIER_MATRIX_INL_H_
#endif

#include "vec/base/transpose.h"
#include "vec/fourier/fourier_plan.h"
#include "vec/fourier/fourier_stages-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

HWY_INLINE Numbers from_on(const Numbers& numbers, size_t k) {
  return {numbers.re + k, numbers.im + k, numbers.stride};
}

/// Multiplies the numbers from `begin` to `end`, and to the end of the vector, by `turns`.
inline void turn(const Numbers& numbers, const Numbers& turns, size_t begin, size_t end) {
  const Numbers line = {numbers.re, numbers.im, 1};
  for (size_t k = begin; k < end; k += hn::Lanes(Tag())) {
    store(times(load(line, k), load(turns, k)), line, k);
  }
}

/// Uses `other` as temporary memory; returns where the result is.
inline Numbers transform_in_matrix(const LineMatrix& matrix, Numbers line, Numbers other, float* scratch) {
  const size_t lanes = hn::Lanes(Tag()), rows = matrix.rows, columns = matrix.columns;
  const Numbers first = {scratch, scratch + lanes, 2 * lanes};
  const Numbers second = from_on(first, 2 * lanes * HWY_MAX(rows, columns));
  line.stride = columns;
  other.stride = matrix.row_pitch;
  for (size_t k = 0; k < columns; k += lanes) {
    transform_numbers(matrix.roots, rows, from_on(line, k), from_on(other, k), first, second);
  }
  turn(other, matrix.turns, matrix.row_pitch, rows * matrix.row_pitch);
  line.stride = other.stride = matrix.column_pitch;
  transpose(other.re, matrix.row_pitch, columns, rows, line.re, line.stride);
  transpose(other.im, matrix.row_pitch, columns, rows, line.im, line.stride);
  for (size_t k = 0; k < rows; k += lanes) {
    transform_numbers(matrix.roots, columns, from_on(line, k), from_on(other, k), first, second);
  }
  line.stride = rows;
  for (size_t l = 0; l < columns && other.stride > rows; ++l) {
    for (size_t k = 0; k < rows; k += lanes) {
      store(load(from_on(other, k), l), from_on(line, k), l);
    }
  }
  return other.stride > rows ? line : other;
}

/// Transforms a whole line, by the chirp of the plan if there is one.
inline Numbers transform_whole(
    const FourierPlan& plan,
    const LineMatrix& matrix,
    const Numbers& line,
    const Numbers& other,
    float* scratch) {
  if (!plan.chirp) {
    return transform_in_matrix(matrix, line, other, scratch);
  }
  const size_t length = plan.length, padded = matrix.size();
  turn(line, plan.chirp->turns, 0, length);
  std::memset(line.re + length, 0, (padded - length) * sizeof(float));
  std::memset(line.im + length, 0, (padded - length) * sizeof(float));
  const Numbers from = transform_in_matrix(matrix, line, other, scratch);
  turn(from, plan.chirp->filter, 0, padded);
  const Numbers& left = from.re == line.re ? other : line;
  const Numbers result = transform_in_matrix(matrix, {from.im, from.re, 1}, {left.im, left.re, 1}, scratch);
  turn({result.im, result.re, 1}, plan.chirp->turns, 0, length);
  return {result.im, result.re, 1};
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
