// Attention of queries over a cache of keys and values: softmax(scale · q · kᵀ + mask) · v, for each head.
#pragma once

#include "etk/attention/heads.h"

namespace etk {

/// What queries see, and how scores are scaled.
struct Seen {
  int64_t start_pos;  // the first query's position in the cache, unless there is a mask
  const std::optional<Tensor>&
      mask;                     // [queries, cache]: added to scores; else the cache ends with the queries
  bool is_causal;               // whether a query sees no position after its own
  std::optional<double> scale;  // 1 / √(head size) if it is not given
};

/// Whether the sizes fit each other, and the mask is Float and there only without `is_causal`.
bool can_attend(const Heads& query, const Heads& key, const Heads& value, const Seen& seen);

/// What computes what can be attended. The out has the query's sizes.
using AttendFunction = void (*)(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk
