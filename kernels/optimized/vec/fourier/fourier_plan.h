// The plan of a Fourier transform of floats, which its stages share.
//
// A real line of an even length n is transformed as n / 2 complex numbers, whose real parts are the elements
// with even indices, and whose imaginary parts are the others: such a line is packed. If Z is the transform
// of these, the transform of the line is
//
//   X[k] = (A + u[k] · B) / 2,   A = Z[k] + Z*[n/2 - k],   B = Z[k] - Z*[n/2 - k]
//   u[k] = -i · e^(-2πi · k/n)
//
// The inverse computes Z[k] from X with the same formula, times two, with u* instead of u.
#pragma once

#include "vec/base/lanes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace etk::vec {

/// Vectors of complex numbers. The real parts of vector k are at re + k · stride, the imaginary parts at im +
/// k · stride. With re and im swapped, a forward transform becomes a backward one.
struct Numbers {
  float* re;
  float* im;
  size_t stride;
};

/// The largest prime factor that a stage supports; a length with a larger one is transformed by a chirp.
constexpr size_t kLargestPrime = 127;

/// The next factor of n for a stage: a small power of two, or the smallest prime factor.
inline size_t next_factor(size_t n) {
  if (n % 2 == 0) {
    return n % 8 == 0 && n != 16 ? 8 : n % 4 == 0 ? 4 : 2;
  }
  size_t p = 3;
  for (; p * p <= n && n % p != 0; p += 2) {
  }
  return n % p == 0 ? p : n;
}

/// e^(-2πi · k / count): the real and the imaginary part of each.
struct Roots {
  const float* values;
  size_t count;
};

/// The memory layout of the complex numbers of a line: the stride of numbers in bytes, and the distance from
/// the real to the imaginary part. A real line that is not packed has no imaginary parts.
struct LineLayout {
  ptrdiff_t stride, imaginary;
  bool is_complex;
  size_t count;

  bool is_array() const {
    return is_complex ? stride == ptrdiff_t{2 * sizeof(float)} && imaginary == ptrdiff_t{sizeof(float)}
                      : stride == ptrdiff_t{sizeof(float)};
  }
};

/// A length with a large prime factor is transformed as a convolution, as jk = (j² + k² - (k - j)²) / 2:
///
///   X[k] = c[k] · Σ_j (c[j] · x[j]) · c*[k - j],  c[k] = e^(-πi · k² / length)
///
/// Transforms of at least twice the length compute the convolution.
struct Chirp {
  Numbers turns;   // c
  Numbers filter;  // the transform of c*, divided by its length
};

struct FourierPlan {
  size_t n;  // the numbers of a line
  bool forward;
  bool packed;
  size_t length;  // of the complex transform: n, or n / 2 for a packed line
  LineLayout from, to;
  float scale;
  Roots roots;                       // n roots, or 2 · length for a chirp
  const uint32_t* places = nullptr;  // of the numbers of a block
  std::optional<Chirp> chirp;        // only for single lines

  /// The maximum number of numbers of a line during the transform.
  size_t most() const {
    const size_t of_complex = packed ? n / 2 + 1 : n;
    return to.count > of_complex ? to.count : of_complex;
  }
};

/// The maximum length of a line in a block: longer lines would take more than 1 MB.
constexpr size_t kMostNumbers = 4096;

/// Some lines: the address of number 0 of each.
struct LineSet {
  char* lines[kMostLanes];
  size_t count = 0;
};

/// The number of lines that are transformed at once, one in each lane of the vectors.
size_t fourier_lanes();

/// The number of floats of memory for transform_block.
inline size_t block_floats(const FourierPlan& plan) {
  return 2 * kMostLanes * plan.most();
}

/// Computes the positions of plan.most() numbers after the in-place transform of a block.
void find_places(const FourierPlan& plan, uint32_t* places);

/// Transforms at most as many lines as there are lanes.
void transform_block(const FourierPlan& plan, const LineSet& from, const LineSet& to, float* memory);

/// Computes e^(-2πi · k / count) for all k, followed by zeros that vectors may read.
Roots find_roots(size_t count, float* memory);
constexpr size_t root_floats(size_t count) {
  return 2 * count + 4 * kMostLanes;
}

/// The numbers of a line as a matrix of rows × columns: number k is in row k / columns. First the columns and
/// then the rows are transformed, as many at a time as a vector has lanes.
struct LineMatrix {
  size_t rows, columns;
  size_t row_pitch, column_pitch;  // rows and columns, rounded up to whole vectors
  Roots roots;                     // count is a multiple of size()
  Numbers turns;                   // e^(-2πi · row · column / size)

  size_t size() const {
    return rows * columns;
  }
  /// The total number of lanes of all vectors that are transformed; 2 · size() of them hold numbers.
  size_t lanes() const {
    return rows * row_pitch + columns * column_pitch;
  }
};

/// The matrix that takes the least time.
LineMatrix matrix_of(size_t size);

/// Computes the turns from the roots.
void find_turns(LineMatrix& matrix, float* memory);
inline size_t turn_floats(const LineMatrix& matrix) {
  return 2 * matrix.rows * matrix.row_pitch;
}

/// The matrix that transforms numbers of that length by a chirp.
LineMatrix matrix_of_chirp(size_t length);

/// Computes the chirp from the roots, without the transform of the filter.
void find_chirp(FourierPlan& plan, const LineMatrix& matrix, float* memory);
inline size_t chirp_floats(size_t length, const LineMatrix& matrix) {
  return 2 * (length + kMostLanes + matrix.size());
}

/// The number of floats of a plane: the real or imaginary parts of a line during its transform, after as many
/// floats as a vector has lanes.
size_t plane_floats(const FourierPlan& plan, const LineMatrix& matrix);

/// Transforms lines in sequence, with line_floats() floats of memory, which prepare_lines initializes.
size_t line_floats(const FourierPlan& plan, const LineMatrix& matrix);
void prepare_lines(const FourierPlan& plan, const LineMatrix& matrix, float* memory);
void transform_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory);

/// Transforms the filter of the chirp, with the same memory.
void find_filter(const FourierPlan& plan, const LineMatrix& matrix, float* memory);

}  // namespace etk::vec
