// What a call of attention is divided into: blocks of the queries that share a head of the cache.
#pragma once

#include "etk/attention/attention.h"
#include "vec/product/gemm.h"  // IWYU pragma: keep

namespace etk::vec {

// The number of keys and of queries in a block: whole tiles of the microkernels of all targets.
constexpr size_t kKeysOfBlock = 128, kQueriesOfBlock = 84;
static_assert(kKeysOfBlock <= kDepth && kKeysOfBlock % kPanelSlack == 0);

// A call: the queries of all heads that share a head of the cache form `rows` rows, which are divided into
// blocks.
struct Attention {
  const Heads& query;
  const Heads& key;
  const Heads& value;
  const Heads& out;
  const Seen& seen;
  const View* mask;
  size_t size;
  size_t rows;
  float scale;

  size_t length() const {
    return static_cast<size_t>(query.length());
  }
  // The number of keys that a row attends to.
  size_t seen_by(size_t row) const {
    const size_t start = static_cast<size_t>(seen.start_pos);
    return mask             ? static_cast<size_t>(key.length())
           : seen.is_causal ? start + row % length() + 1
                            : start + length();
  }
};

// A block of rows.
struct AttentionBlock {
  int64_t batch;
  int64_t head;
  size_t first;
  size_t count;
};

}  // namespace etk::vec
