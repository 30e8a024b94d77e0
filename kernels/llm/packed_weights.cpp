#include "packed_weights.h"

#include "etk/base/chunk.h"

#include <algorithm>
#include <cstring>

namespace etk {
namespace {

constexpr int32_t kUniversal = 1;
// The number of interleaved rows; of columns of a chunk; and of adjacent columns in a chunk.
constexpr int64_t kRowsOfBlock = 8, kColumnsOfChunk = 16, kRun = 8;
constexpr int64_t kNumbersBytes = kRowsOfBlock * 4;  // one 4-byte number for each row

template <typename T>
T number_at(const char* from) {
  T number;
  std::memcpy(&number, from, sizeof(T));
  return number;
}

// Reads a run of 8 integers of one row in a chunk; `half` is 0 for the first columns, 1 for the others.
void read_run(const char* chunk, int64_t bits, int64_t row, int64_t half, int* to) {
  const int64_t first = half * kRowsOfBlock * kRun + row * kRun;
  if (bits == 8) {
    for (int64_t i = 0; i < kRun; ++i) {
      to[i] = static_cast<int8_t>(chunk[first + i]);
    }
    return;
  }
  const char* bytes = chunk + first / 32 * 16 + first % 16;
  const int shift = first % 32 < 16 ? 0 : 4;
  for (int64_t i = 0; i < kRun; ++i) {
    to[i] = ((static_cast<uint8_t>(bytes[i]) >> shift) & 15) - 8;
  }
}

}  // namespace

bool has_header(const char* data, int64_t bytes, const int32_t (&expected)[8]) {
  return bytes >= kPackedHeaderBytes && std::memcmp(data, expected, sizeof(expected)) == 0;
}

bool PackedWeights::read(
    const char* data, int64_t bytes, int64_t bits, int64_t rows, int64_t columns, int64_t group) {
  if (bytes < kPackedHeaderBytes || rows <= 0 || columns <= 0 || group <= 0 || columns % group != 0 ||
      group % kColumnsOfChunk != 0 || rows > bytes || columns > bytes) {
    return false;
  }
  has_zero_points_ = number_at<int32_t>(data + 3 * sizeof(int32_t)) != 0;
  has_biases_ = number_at<int32_t>(data + 4 * sizeof(int32_t)) != 0;
  const int32_t expected[] = {
      kPackedMagic,
      kUniversal,
      static_cast<int32_t>(bits),
      has_zero_points_,
      has_biases_,
      static_cast<int32_t>(kRowsOfBlock),
      static_cast<int32_t>(kColumnsOfChunk),
      static_cast<int32_t>(kColumnsOfChunk / kRun)};
  if (!has_header(data, bytes, expected)) {
    return false;
  }
  bits_ = bits;
  group_ = group;
  groups_ = columns / group;
  group_bytes_ = group * bits + kNumbersBytes * (has_zero_points_ ? 3 : 2);
  block_bytes_ = groups_ * group_bytes_ + (has_biases_ ? kNumbersBytes : 0);
  data_ = data + kPackedHeaderBytes;
  const int64_t blocks = (rows + kRowsOfBlock - 1) / kRowsOfBlock;
  return block_bytes_ <= (bytes - kPackedHeaderBytes) / blocks;
}

const char* PackedWeights::block_of(int64_t row) const {
  return data_ + row / kRowsOfBlock * block_bytes_;
}

template <typename Take>
void PackedWeights::read_runs(int64_t row, Take take) const {
  const int64_t in_block = row % kRowsOfBlock;
  const char* from = block_of(row);
  for (int64_t g = 0; g < groups_; ++g, from += group_bytes_) {
    const char* const numbers = from + group_ * bits_ + in_block * 4;
    const auto scale = number_at<float>(numbers);
    const int zero_point = has_zero_points_ ? number_at<int32_t>(numbers + 2 * kNumbersBytes) : 0;
    for (int64_t i = 0; i < group_; i += kRun) {
      int integers[kRun];
      float values[kRun];
      const char* chunk = from + i / kColumnsOfChunk * kColumnsOfChunk * bits_;
      read_run(chunk, bits_, in_block, i % kColumnsOfChunk / kRun, integers);
      for (int64_t j = 0; j < kRun; ++j) {
        values[j] = static_cast<float>(integers[j] - zero_point) * scale;
      }
      take(values);
    }
  }
}

void PackedWeights::row(int64_t row, float* to) const {
  read_runs(row, [to](const float* values) mutable { to = std::copy_n(values, kRun, to); });
}

void PackedWeights::row(int64_t row, char* to, ptrdiff_t stride) const {
  read_runs(row, [to, stride](const float* values) mutable {
    write(ScalarType::Float, values, kRun, ScalarType::Float, to, stride);
    to += kRun * stride;
  });
}

float PackedWeights::bias(int64_t row) const {
  const char* const biases = block_of(row) + groups_ * group_bytes_;
  return has_biases_ ? number_at<float>(biases + row % kRowsOfBlock * 4) : 0;
}

float dot(const float* a, const float* b, int64_t n) {
  constexpr int64_t kSums = 16;  // independent sums, to hide the latency of additions
  float sums[kSums] = {};
  int64_t i = 0;
  for (; i + kSums <= n; i += kSums) {
    for (int64_t j = 0; j < kSums; ++j) {
      sums[j] += a[i + j] * b[i + j];
    }
  }
  float sum = 0;
  for (; i < n; ++i) {
    sum += a[i] * b[i];
  }
  for (const float each : sums) {
    sum += each;
  }
  return sum;
}

}  // namespace etk
