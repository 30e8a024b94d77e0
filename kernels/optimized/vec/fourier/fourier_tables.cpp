// Factors for lines of a length, and matrices for it.
#include "vec/fourier/fourier_plan.h"  // IWYU pragma: associated

#include <cmath>
#include <cstring>

namespace etk::vec {
namespace {

struct Root {
  double re, im;

  Root operator*(const Root& other) const {
    return {re * other.re - im * other.im, re * other.im + im * other.re};
  }
};

}  // namespace

// Each root is the product of two. The second half, for even n, is the negated first half.
Roots find_roots(size_t n, float* roots) {
  constexpr size_t kStep = 32;
  const double angle = -6.28318530717958647693 / static_cast<double>(n);
  const Root one = {std::cos(angle), std::sin(angle)};
  Root fine[kStep] = {{1, 0}};
  for (size_t i = 1; i < kStep; ++i) {
    fine[i] = fine[i - 1] * one;
  }
  const Root step = fine[kStep - 1] * one;
  const size_t computed = n % 2 == 0 ? n / 2 : n;
  Root coarse = {1, 0};
  for (size_t first = 0; first < computed; first += kStep, coarse = coarse * step) {
    for (size_t i = 0; i < kStep && first + i < computed; ++i) {
      const Root root = coarse * fine[i];
      roots[2 * (first + i)] = static_cast<float>(root.re);
      roots[2 * (first + i) + 1] = static_cast<float>(root.im);
    }
  }
  if (n % 4 == 0) {
    // A quarter turn is exact.
    roots[n / 2] = 0;
    roots[n / 2 + 1] = -1;
  }
  for (size_t k = 2 * computed; k < 2 * n; ++k) {
    roots[k] = -roots[k - 2 * computed];
  }
  for (size_t k = 2 * n; k < root_floats(n); ++k) {
    roots[k] = 0;
  }
  return {roots, n};
}

LineMatrix matrix_of(size_t size) {
  const size_t lanes = fourier_lanes();
  const auto whole = [lanes](size_t n) { return (n + lanes - 1) / lanes * lanes; };
  LineMatrix best = {1, size, whole(size), lanes, {}, {}};
  for (size_t rows = 2; rows * rows <= size; ++rows) {
    const size_t columns = size / rows;
    const LineMatrix matrix = {rows, columns, whole(columns), whole(rows), {}, {}};
    // The numbers of a long column do not fit the first-level cache.
    if (size % rows == 0 && matrix.lanes() + columns < best.lanes() + best.columns) {
      best = matrix;
    }
  }
  return best;
}

void find_turns(LineMatrix& matrix, float* memory) {
  float *re = memory, *im = memory + matrix.rows * matrix.row_pitch;
  matrix.turns = {re, im, 1};
  const size_t turn = matrix.roots.count / matrix.size();
  std::memset(memory, 0, turn_floats(matrix) * sizeof(float));
  for (size_t row = 0; row < matrix.rows; ++row, re += matrix.row_pitch, im += matrix.row_pitch) {
    for (size_t column = 0; column < matrix.columns; ++column) {
      const float* root = matrix.roots.values + 2 * (row * column * turn);
      re[column] = root[0];
      im[column] = root[1];
    }
  }
}

// The first sufficient size that consists of whole vectors and has only the fastest stages.
LineMatrix matrix_of_chirp(size_t length) {
  for (size_t vectors = (2 * length - 1 + kMostLanes - 1) / kMostLanes;; ++vectors) {
    size_t left = vectors;
    for (const size_t p : {2, 3, 5}) {
      for (; left % p == 0; left /= p) {
      }
    }
    if (left == 1) {
      return matrix_of(vectors * kMostLanes);
    }
  }
}

void find_chirp(FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  const size_t length = plan.length, size = matrix.size();
  const Numbers turns = {memory, memory + length + kMostLanes, 1};
  const Numbers filter = {turns.im + length + kMostLanes, turns.im + length + kMostLanes + size, 1};
  std::memset(memory, 0, chirp_floats(length, matrix) * sizeof(float));
  const float scale = 1 / static_cast<float>(size);
  // k² modulo 2 · length
  for (size_t k = 0, squared = 0; k < length; ++k) {
    const float re = plan.roots.values[2 * squared], im = plan.roots.values[2 * squared + 1];
    turns.re[k] = re;
    turns.im[k] = im;
    for (const size_t place : {k, k > 0 ? size - k : 0}) {
      filter.re[place] = re * scale;
      filter.im[place] = -im * scale;
    }
    squared += 2 * k + 1;
    squared -= squared >= 2 * length ? 2 * length : 0;
  }
  plan.chirp = Chirp{turns, filter};
}

size_t plane_floats(const FourierPlan& plan, const LineMatrix& matrix) {
  const size_t by_rows = matrix.rows * matrix.row_pitch, by_columns = matrix.columns * matrix.column_pitch;
  size_t most = by_rows > by_columns ? by_rows : by_columns;
  most = plan.most() > most ? plan.most() : most;
  return most + 2 * kMostLanes;
}

size_t line_floats(const FourierPlan& plan, const LineMatrix& matrix) {
  const size_t longest = matrix.rows > matrix.columns ? matrix.rows : matrix.columns;
  return 4 * plane_floats(plan, matrix) + 4 * kMostLanes * longest;
}

void prepare_lines(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  std::memset(memory, 0, 4 * plane_floats(plan, matrix) * sizeof(float));
}

}  // namespace etk::vec
