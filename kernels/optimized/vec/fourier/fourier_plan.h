// The plan of a Fourier transform of floats, which its stages share.
//
// A real line of an even length n is transformed as n / 2 complex numbers, of which the elements with even
// indices are the real parts and the others the imaginary ones: it is packed. If Z is the transform of these,
// that of the line is
//
//   X[k] = (A + u[k] · B) / 2,   A = Z[k] + Z*[n/2 - k],   B = Z[k] - Z*[n/2 - k],   u[k] = -i · e^(-2πi ·
//   k/n)
//
// and backward Z[k] is the same of X, twice as large, with u* for u.
#pragma once

#include "vec/base/lanes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace etk::vec {

/// Vectors of complex numbers. The real parts of vector k are at re + k · stride, the imaginary ones at
/// im + k · stride. Those who swap re and im transform backward what else were transformed forward.
struct Numbers {
  float* re;
  float* im;
  size_t stride;
};

/// The largest prime that a stage takes out; with one more, a length is transformed by a chirp.
constexpr size_t kLargestPrime = 127;

/// The factor that a stage takes out of what is left of n: a small power of two, or the smallest prime.
inline size_t next_factor(size_t n) {
  if (n % 2 == 0) {
    return n % 8 == 0 && n != 16 ? 8 : n % 4 == 0 ? 4 : 2;
  }
  size_t p = 3;
  for (; p * p <= n && n % p != 0; p += 2) {
  }
  return n % p == 0 ? p : n;
}

/// e^(-2πi · k / count), real and imaginary part of each.
struct Roots {
  const float* values;
  size_t count;
};

/// How the complex numbers of a line lie in memory: `stride` bytes from each other, and from the real part to
/// the imaginary one, which those of a real line that is not packed lack.
struct LineLayout {
  ptrdiff_t stride, imaginary;
  bool is_complex;
  size_t count;

  bool is_array() const {
    return is_complex ? stride == ptrdiff_t{2 * sizeof(float)} && imaginary == ptrdiff_t{sizeof(float)}
                      : stride == ptrdiff_t{sizeof(float)};
  }
};

/// A length that stages do not take apart is a convolution, as jk = (j² + k² - (k - j)²) / 2:
///
///   X[k] = c[k] · Σ_j (c[j] · x[j]) · c*[k - j],  c[k] = e^(-πi · k² / length)
///
/// Transforms of at least twice as many numbers compute it.
struct Chirp {
  Numbers turns;   // c
  Numbers filter;  // the transform of c*, divided by how many numbers it has
};

struct FourierPlan {
  size_t n;  // numbers of a line
  bool forward;
  bool packed;
  size_t length;  // of the complex transform: n, or n / 2 of a packed line
  LineLayout from, to;
  float scale;
  Roots roots;                       // n of them, or of a chirp's 2 · length
  const uint32_t* places = nullptr;  // of the numbers of a block
  std::optional<Chirp> chirp;        // only of single lines

  /// The most numbers that a line has on the way.
  size_t most() const {
    const size_t of_complex = packed ? n / 2 + 1 : n;
    return to.count > of_complex ? to.count : of_complex;
  }
};

/// Longer lines would take more than 1 MB as a block.
constexpr size_t kMostNumbers = 4096;

/// Some lines: of each the address of number 0.
struct LineSet {
  char* lines[kMostLanes];
  size_t count = 0;
};

/// How many lines are transformed at once, one in each lane of the vectors.
size_t fourier_lanes();

/// Floats of memory that transform_block takes.
inline size_t block_floats(const FourierPlan& plan) {
  return 2 * kMostLanes * plan.most();
}

/// Finds, for a block, where the numbers are once they are transformed in place: plan.most() of them.
void find_places(const FourierPlan& plan, uint32_t* places);

/// Transforms no more lines than there are lanes.
void transform_block(const FourierPlan& plan, const LineSet& from, const LineSet& to, float* memory);

/// e^(-2πi · k / count) for all k, and zeros that vectors read after them.
Roots find_roots(size_t count, float* memory);
constexpr size_t root_floats(size_t count) {
  return 2 * count + 4 * kMostLanes;
}

/// Numbers of a line as a matrix of rows · columns: number k is in row k / columns. The columns are
/// transformed, then the rows, each time as many as there are lanes.
struct LineMatrix {
  size_t rows, columns;
  size_t row_pitch, column_pitch;  // rows and columns, and what lacks to whole vectors
  Roots roots;                     // a multiple of size()
  Numbers turns;                   // e^(-2πi · row · column / size)

  size_t size() const {
    return rows * columns;
  }
  /// The lanes of all vectors that are transformed, of which numbers take 2 · size().
  size_t lanes() const {
    return rows * row_pitch + columns * column_pitch;
  }
};

/// The matrix that takes least time.
LineMatrix matrix_of(size_t size);

/// Finds the turns from the roots.
void find_turns(LineMatrix& matrix, float* memory);
inline size_t turn_floats(const LineMatrix& matrix) {
  return 2 * matrix.rows * matrix.row_pitch;
}

/// The matrix that transforms numbers of that length by a chirp.
LineMatrix matrix_of_chirp(size_t length);

/// Finds the chirp from the roots, but for the transform of the filter.
void find_chirp(FourierPlan& plan, const LineMatrix& matrix, float* memory);
inline size_t chirp_floats(size_t length, const LineMatrix& matrix) {
  return 2 * (length + kMostLanes + matrix.size());
}

/// Floats of a plane: the real or imaginary parts of a line on its way, after as many as there are lanes.
size_t plane_floats(const FourierPlan& plan, const LineMatrix& matrix);

/// Transforms lines, one after the other, in memory of line_floats() prepared for it.
size_t line_floats(const FourierPlan& plan, const LineMatrix& matrix);
void prepare_lines(const FourierPlan& plan, const LineMatrix& matrix, float* memory);
void transform_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory);

/// Transforms the filter of the chirp in such memory.
void find_filter(const FourierPlan& plan, const LineMatrix& matrix, float* memory);

}  // namespace etk::vec
