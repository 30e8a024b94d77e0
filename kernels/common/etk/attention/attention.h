// Attention of queries over a cache of keys and values: softmax(scale · q · kᵀ + mask) · v, for each head.
#pragma once

#include "etk/attention/heads.h"

namespace etk {

/// The mask, and the scale of scores.
struct Seen {
  int64_t start_pos;  // the position of the first query in the cache, if there is no mask
  const std::optional<Tensor>&
      mask;                     // [queries, cache], added to scores; else the cache ends with the queries
  bool is_causal;               // whether a query attends to no position after its own
  std::optional<double> scale;  // by default 1 / √(head size)
};

/// Whether the sizes are consistent, and the mask, if there is one, is Float and not combined with
/// `is_causal`.
bool can_attend(const Heads& query, const Heads& key, const Heads& value, const Seen& seen);

/// Computes an attention with valid arguments. The out has the query's sizes.
using AttendFunction = void (*)(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk
