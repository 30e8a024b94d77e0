// Queries, keys and values of attention, as rows: a row has the elements of one head at one position.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Queries, keys or values: [batch, sequence, heads, head size], or with `seq_at_dim_2` [batch, heads,
/// sequence, head size]. The dtype is Float, Half or BFloat16; or Char, with a scale (Float) and a zero point
/// (Char) for each row.
class Heads {
 public:
  Heads(const Tensor& tensor, bool seq_at_dim_2);

  /// Sets the scale and the zero point of each row; false if the tensors do not have one of each per row.
  bool quantize(
      const std::optional<Tensor>& scales, const std::optional<Tensor>& zero_points, bool seq_at_dim_2);

  int64_t batch() const {
    return view_.sizes[0];
  }
  int64_t length() const {
    return view_.sizes[1];
  }
  int64_t heads() const {
    return view_.sizes[2];
  }
  int64_t head_size() const {
    return view_.sizes[3];
  }

  /// The rows of one head from a position on, in memory, `stride` bytes apart; null if they have to be read
  /// with read(), because their elements are quantized or not contiguous.
  struct Lines {
    const char* data;
    ptrdiff_t stride;
  };
  Lines lines(int64_t batch, int64_t at, int64_t head) const;
  ScalarType dtype() const {
    return view_.dtype;
  }

  /// Widens a row to floats.
  void read(int64_t batch, int64_t at, int64_t head, float* to) const;
  /// Narrows floats to a row.
  void write(const float* from, int64_t batch, int64_t at, int64_t head) const;

 private:
  const char* row(const View& view, int64_t batch, int64_t at, int64_t head) const;

  View view_;
  std::optional<View> scales_;
  std::optional<View> zero_points_;
};

}  // namespace etk
