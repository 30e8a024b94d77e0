// Weights of a linear layer, of 4 or 8 bits, in the layout that torchao calls universal.
//
// A header of 64 bytes, 16 numbers of 32 bits: what the layout is, and with how many bits, with zero points
// or without, with a bias or without. Then the rows, 8 of them side by side: for each group along the
// columns their integers, scales, sums (which nobody needs here) and zero points, and after the last group
// the biases. Integers are in chunks of 8 rows × 16 columns, first those of the first 8 columns, row by row.
// Those of 4 bits have 8 added, and in each 32 of them one and the 16th after it share a byte.
#pragma once

#include "etk/base/core.h"

namespace etk {

class PackedWeights {
 public:
  /// Weights as a call describes them, each `group` columns of a row with a scale of their own. False if
  /// the bytes are not as many, or their header is of something else.
  bool read(const char* data, int64_t bytes, int64_t bits, int64_t rows, int64_t columns, int64_t group);

  bool has_zero_points() const {
    return has_zero_points_;
  }
  bool has_biases() const {
    return has_biases_;
  }

  /// The numbers that a row stands for.
  void row(int64_t row, float* to) const;
  /// What is added to the products of a row: 0 if there are no biases.
  float bias(int64_t row) const;

 private:
  const char* block_of(int64_t row) const;

  const char* data_ = nullptr;
  int64_t bits_ = 0;
  int64_t groups_ = 0;
  int64_t group_ = 0;
  int64_t group_bytes_ = 0;
  int64_t block_bytes_ = 0;
  bool has_zero_points_ = false;
  bool has_biases_ = false;
};

/// Σ a[i] · b[i]
float dot(const float* a, const float* b, int64_t n);

}  // namespace etk
