#include "etk/base/loop.h"

namespace etk {

Loop::Loop(const Shape& shape) : rank_(shape.rank) {
  for (size_t d = 0; d < rank_; ++d) {
    sizes_[d] = shape.sizes[d];
  }
}

Loop::Loop(const Loop& other, size_t rank) : count_(other.count_), rank_(rank) {
  for (size_t d = 0; d < rank; ++d) {
    sizes_[d] = other.sizes_[d];
  }
  for (size_t v = 0; v < count_; ++v) {
    data_[v] = other.data_[v];
    for (size_t d = 0; d < rank; ++d) {
      strides_[v][d] = other.strides_[v][d];
    }
  }
}

size_t Loop::add(const View& view) {
  data_[count_] = view.data;
  for (size_t d = 0; d < rank_; ++d) {
    strides_[count_][d] = view.strides[d];
  }
  return count_++;
}

void Loop::simplify(bool keep_order) {
  if (!keep_order) {
    sort();
  }
  collapse();
}

void Loop::sort() {
  // By insertion: there are few dimensions, and most are in order.
  for (size_t end = 1; end < rank_; ++end) {
    for (size_t d = end; d > 0 && strides_[0][d - 1] < strides_[0][d]; --d) {
      const auto swap = [d](auto* list) {
        const auto first = list[d - 1];
        list[d - 1] = list[d];
        list[d] = first;
      };
      swap(sizes_);
      for (size_t v = 0; v < count_; ++v) {
        swap(strides_[v]);
      }
    }
  }
}

void Loop::collapse() {
  size_t kept = 0;
  for (size_t d = 0; d < rank_; ++d) {
    const size_t size = sizes_[d];
    if (size == 1) {
      continue;
    }
    // A dimension continues the previous one if a step of the previous one is a whole run of this one.
    bool continues = kept > 0;
    for (size_t v = 0; v < count_ && continues; ++v) {
      continues = strides_[v][kept - 1] == strides_[v][d] * static_cast<ptrdiff_t>(size);
    }
    if (!continues) {
      sizes_[kept++] = 1;
    }
    sizes_[kept - 1] *= size;
    for (size_t v = 0; v < count_; ++v) {
      strides_[v][kept - 1] = strides_[v][d];
    }
  }
  rank_ = kept;
}

bool Loop::empty() const {
  bool any = false;
  for (size_t d = 0; d < rank_; ++d) {
    any |= sizes_[d] == 0;
  }
  return any;
}

Cursor::Cursor(const Loop& loop) : loop_(loop), left_(loop.empty() ? 0 : loop.inner_size()) {
  for (size_t v = 0; v < loop.count_; ++v) {
    at_[v] = loop.data_[v];
  }
  for (size_t d = 0; d + 1 < loop.rank_; ++d) {
    index_[d] = 0;
  }
}

Cursor::Cursor(const Loop& loop, size_t run) : Cursor(loop) {
  for (size_t d = loop.rank_ && left_ ? loop.rank_ - 1 : 0; d-- > 0; run /= loop.sizes_[d]) {
    index_[d] = run % loop.sizes_[d];
    for (size_t v = 0; v < loop.count_; ++v) {
      at_[v] += static_cast<ptrdiff_t>(index_[d]) * loop.strides_[v][d];
    }
  }
}

void Cursor::step(size_t n) {
  if (left_ == 0) {
    return;  // after the last element, which is where an empty loop begins
  }
  const auto move = [this](size_t d, ptrdiff_t steps) {
    for (size_t v = 0; v < loop_.count_; ++v) {
      at_[v] += steps * loop_.strides_[v][d];
    }
  };
  left_ -= n;
  if (loop_.rank_ == 0) {
    return;
  }
  size_t d = loop_.rank_ - 1;
  move(d, static_cast<ptrdiff_t>(n));
  if (left_ > 0) {
    return;
  }
  // After the end of a dimension: back to its start, and one step in the next outer dimension.
  while (d > 0) {
    move(d, -static_cast<ptrdiff_t>(loop_.sizes_[d]));
    move(--d, 1);
    if (++index_[d] < loop_.sizes_[d]) {
      left_ = loop_.inner_size();
      return;
    }
    index_[d] = 0;
  }
}

}  // namespace etk
