// Attention of queries over a cache of keys and values: softmax(scale · q · kᵀ + mask) · v, for each head.
//
// Keys are taken block by block, with the largest score and the sum of powers so far (streaming softmax), so
// that nothing is stored that grows with their number.
#pragma once

#include "etk/view.h"

namespace etk {

/// Queries, keys or values: [batch, sequence, heads, head size], or with `seq_at_dim_2` [batch, heads,
/// sequence, head size]. Elements are Float, Half or BFloat16; or Char, with a scale (Float) and a zero point
/// (Char) for each row.
class Heads {
 public:
  Heads(const Tensor& tensor, bool seq_at_dim_2);

  /// Gives each row a scale and a zero point; false if the tensors have others than one of each for a row.
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

/// What queries see, and how scores are scaled.
struct Seen {
  int64_t start_pos;  // the first query's position in the cache, unless there is a mask
  const std::optional<Tensor>&
      mask;                     // [queries, cache]: added to scores; else the cache ends with the queries
  bool is_causal;               // whether a query sees no position behind its own
  std::optional<double> scale;  // 1 / √(head size) if it is not given
};

/// Whether the sizes fit each other, and the mask is Float and there only without `is_causal`.
bool can_attend(const Heads& query, const Heads& key, const Heads& value, const Seen& seen);

/// Computes what can be attended. The out has the query's sizes.
void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk
