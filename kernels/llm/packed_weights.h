// Weights of a linear layer, of 4 or 8 bits, in torchao's universal layout.
//
// A header of 64 bytes has 16 numbers of 32 bits: the kind of layout, the number of bits, and whether there
// are zero points and biases. The rows follow, interleaved by 8: for each group along the columns, the
// integers, scales, sums (unused here) and zero points, and after the last group, the biases. Integers are in
// chunks of 8 rows × 16 columns: first all rows of the first 8 columns, then all rows of the others. To 4-bit
// integers, 8 is added; in each group of 32, an integer and the 16th after it share a byte.
#pragma once

#include "etk/base/core.h"

namespace etk {

/// What torchao's packed data begin with: this number, the kind of layout, and properties of the layout.
constexpr int32_t kPackedMagic = 6712;
constexpr int64_t kPackedHeaderBytes = 64;

/// Whether the header of packed data begins with these numbers.
bool has_header(const char* data, int64_t bytes, const int32_t (&expected)[8]);

class PackedWeights {
 public:
  /// Reads weights with the properties that the call gives; each `group` columns of a row have their own
  /// scale. False if the number of bytes or the header does not match.
  bool read(const char* data, int64_t bytes, int64_t bits, int64_t rows, int64_t columns, int64_t group);

  bool has_zero_points() const {
    return has_zero_points_;
  }
  bool has_biases() const {
    return has_biases_;
  }

  /// Dequantizes a row.
  void row(int64_t row, float* to) const;
  /// Dequantizes a row into floats at a distance of `stride` bytes.
  void row(int64_t row, char* to, ptrdiff_t stride) const;
  /// The bias of a row: 0 if there are no biases.
  float bias(int64_t row) const;

 private:
  const char* block_of(int64_t row) const;
  template <typename Take>
  void read_runs(int64_t row, Take take) const;

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
