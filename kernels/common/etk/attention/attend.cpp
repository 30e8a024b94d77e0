#include "etk/attention/attend.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etk {
namespace {

// The number of rows of queries, and of keys, that are computed at a time.
constexpr int64_t kRows = 16;
constexpr int64_t kKeys = 64;
// The number of floats that are accumulated at a time: they fit the registers, and the compiler knows the
// number.
constexpr int64_t kLanes = 16;
static_assert(kKeys % kLanes == 0);

constexpr float kNothing = -std::numeric_limits<float>::infinity();

// Adds Σ factors[i] · rows[i] to n sums; rows of floats are `stride` apart. n is a multiple of kLanes.
void add_rows(
    const float* factors, int64_t n, const float* rows, int64_t stride, int64_t length, float* sums) {
  for (int64_t start = 0; start < length; start += kLanes) {
    float lanes[kLanes];
    std::copy_n(sums + start, kLanes, lanes);
    const float* row = rows + start;
    for (int64_t i = 0; i < n; ++i, row += stride) {
      const float factor = factors[i];
      for (int64_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += factor * row[lane];
      }
    }
    std::copy_n(lanes, kLanes, sums + start);
  }
}

// The number of floats of a head, padded with zeros to a multiple of kLanes.
int64_t padded(int64_t head_size) {
  return (head_size + kLanes - 1) / kLanes * kLanes;
}

// A block of rows: queries at successive positions of the heads that share a head of the cache, so that the
// keys of that head are read once for all of them.
class Block {
 public:
  Block(const Heads& query, const Heads& key, const Heads& value, const Seen& seen, float* room)
      : query_(query),
        key_(key),
        value_(value),
        seen_(seen),
        size_(query.head_size()),
        padded_(padded(size_)),
        group_(query.heads() / key.heads()),
        keys_(seen.mask ? key.length() : seen.start_pos + query.length()),
        scale_(static_cast<float>(seen.scale.value_or(1 / std::sqrt(static_cast<double>(size_))))),
        queries_(room),
        sums_(queries_ + kRows * padded_),
        columns_(sums_ + kRows * padded_),
        values_(columns_ + kKeys * padded_),
        row_(values_ + kKeys * padded_) {
    if (seen.mask) {
      mask_.emplace(*seen.mask);
    }
  }

  static size_t floats(int64_t head_size) {
    return static_cast<size_t>((2 * kRows + 2 * kKeys + 1) * padded(head_size));
  }

  // Computes `count` rows from `first` on, of the heads that share head `head` of the cache.
  void run(int64_t batch, int64_t head, int64_t first, int64_t count, const Heads& out) {
    int64_t end = 0;
    for (int64_t r = 0; r < count; ++r) {
      const Place at = place(head, first + r);
      query_.read(batch, at.position, at.head, queries_ + r * padded_);
      for (int64_t d = 0; d < size_; ++d) {
        queries_[r * padded_ + d] *= scale_;
      }
      end = std::max(end, seen_by(at.position));
    }
    std::fill_n(sums_, count * padded_, 0.0F);
    std::fill_n(tops_, count, kNothing);
    std::fill_n(totals_, count, 0.0F);
    for (int64_t from = 0; from < end; from += kKeys) {
      const int64_t keys = std::min(kKeys, end - from);
      read_keys(batch, head, from, keys);
      for (int64_t r = 0; r < count; ++r) {
        add(r, place(head, first + r).position, from, keys);
      }
    }
    for (int64_t r = 0; r < count; ++r) {
      const Place at = place(head, first + r);
      // Like in PyTorch, a row whose keys are all masked is 0.
      const float factor = totals_[r] == 0 ? 0 : 1 / totals_[r];
      for (int64_t d = 0; d < size_; ++d) {
        sums_[r * padded_ + d] *= factor;
      }
      out.write(sums_ + r * padded_, batch, at.position, at.head);
    }
  }

 private:
  struct Place {
    int64_t head;
    int64_t position;
  };

  Place place(int64_t head, int64_t row) const {
    return {head * group_ + row / query_.length(), row % query_.length()};
  }

  // The number of keys that a query attends to.
  int64_t seen_by(int64_t position) const {
    return seen_.is_causal ? seen_.start_pos + position + 1 : keys_;
  }

  // Transposes keys to columns, so that the scores of adjacent keys are computed together.
  void read_keys(int64_t batch, int64_t head, int64_t from, int64_t keys) {
    for (int64_t j = 0; j < keys; ++j) {
      key_.read(batch, from + j, head, row_);
      for (int64_t d = 0; d < size_; ++d) {
        columns_[d * kKeys + j] = row_[d];
      }
      value_.read(batch, from + j, head, values_ + j * padded_);
    }
  }

  void add(int64_t r, int64_t position, int64_t from, int64_t keys) {
    keys = std::min(keys, seen_by(position) - from);
    float scores[kKeys] = {};
    for (int64_t j = 0; mask_ && j < keys; ++j) {
      scores[j] = *reinterpret_cast<const float*>(
          mask_->data + position * mask_->strides[0] + (from + j) * mask_->strides[1]);
    }
    add_rows(queries_ + r * padded_, size_, columns_, kKeys, kKeys, scores);
    float top = tops_[r];
    for (int64_t j = 0; j < keys; ++j) {
      top = scores[j] > top || scores[j] != scores[j] ? scores[j] : top;
    }
    if (keys <= 0 || top == kNothing) {
      return;
    }
    float* sums = sums_ + r * padded_;
    const float factor = tops_[r] == kNothing ? 0 : std::exp(tops_[r] - top);
    tops_[r] = top;
    totals_[r] *= factor;
    for (int64_t d = 0; d < padded_; ++d) {
      sums[d] *= factor;
    }
    for (int64_t j = 0; j < keys; ++j) {
      scores[j] = std::exp(scores[j] - top);
      totals_[r] += scores[j];
    }
    add_rows(scores, keys, values_, padded_, padded_, sums);
  }

  const Heads& query_;
  const Heads& key_;
  const Heads& value_;
  const Seen& seen_;
  const int64_t size_;
  const int64_t padded_;
  const int64_t group_;
  const int64_t keys_;
  const float scale_;
  std::optional<View> mask_;
  float* const queries_;
  float* const sums_;
  float* const columns_;
  float* const values_;
  float* const row_;
  float tops_[kRows];
  float totals_[kRows];
};

}  // namespace

void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out) {
  if (query.batch() == 0 || query.length() == 0 || query.head_size() == 0) {
    return;
  }
  const size_t bytes = Block::floats(query.head_size()) * sizeof(float);
  auto* room = static_cast<float*>(allocate(ctx, bytes, alignof(float)));
  if (!room) {
    return;
  }
  std::fill_n(room, bytes / sizeof(float), 0.0F);  // columns after the last key are computed as well
  Block block(query, key, value, seen, room);
  const int64_t rows = query.heads() / key.heads() * query.length();
  for (int64_t batch = 0; batch < query.batch(); ++batch) {
    for (int64_t head = 0; head < key.heads(); ++head) {
      for (int64_t row = 0; row < rows; row += kRows) {
        block.run(batch, head, row, std::min(kRows, rows - row), out);
      }
    }
  }
}

}  // namespace etk
