// The lines along a dimension of two views, in sets of lines that are transformed together.
#pragma once

#include "etk/base/loop.h"
#include "vec/fourier/fourier_plan.h"

#include <optional>

namespace etk::vec {

inline View without(View view, size_t d) {
  view.remove(d);
  return view;
}

/// The lines along d of two views, in sets of adjacent lines.
class LineSets {
 public:
  LineSets(const View& whole_from, const View& whole_to, size_t d, size_t most)
      : loop_(without(whole_to, d)), most_(most) {
    const View from = without(whole_from, d), to = without(whole_to, d);
    loop_.add(to);
    loop_.add(from);
    loop_.simplify();
    lines_ = loop_.empty() ? 0 : to.numel();
    run_ = loop_.inner_size();
    // A set ends with a run, unless runs are short.
    if (run_ < most) {
      run_ = lines_;
    }
    in_run_ = run_ > 0 ? (run_ + most - 1) / most : 0;
  }

  size_t count() const {
    return run_ > 0 ? lines_ / run_ * in_run_ : 0;
  }

  void find(size_t index, LineSet& from, LineSet& to) const {
    const size_t behind = index % in_run_ * most_, first = index / in_run_ * run_ + behind;
    const size_t count = run_ - behind < most_ ? run_ - behind : most_;
    Cursor cursor(loop_, first / loop_.inner_size());
    cursor.step(first % loop_.inner_size());
    for (size_t i = 0; i < count;) {
      const size_t side_by_side = cursor.left() < count - i ? cursor.left() : count - i;
      for (size_t j = 0; j < side_by_side; ++j, ++i) {
        to.lines[i] = cursor.at(0) + static_cast<ptrdiff_t>(j) * loop_.inner_stride(0);
        from.lines[i] = cursor.at(1) + static_cast<ptrdiff_t>(j) * loop_.inner_stride(1);
      }
      cursor.step(side_by_side);
    }
    // Lanes without a line read the last line.
    for (size_t i = count; i < kMostLanes; ++i) {
      from.lines[i] = from.lines[count - 1];
    }
    from.count = to.count = count;
  }

 private:
  Loop loop_;
  size_t most_, lines_, run_, in_run_;
};

/// If the number of adjacent lines is not a multiple of the vector length, the remaining lines of several
/// rows are combined to sets of their own.
class AllLines {
 public:
  AllLines(const View& from, const View& to, size_t d, size_t most) : whole_(from, to, d, most) {
    for (size_t side = 0; side < to.rank; ++side) {
      const auto size = static_cast<size_t>(to.sizes[side]);
      const auto rest = static_cast<int64_t>(size % most), start = to.sizes[side] - rest;
      if (side != d && from.strides[side] == static_cast<ptrdiff_t>(from.element_size) &&
          to.strides[side] == static_cast<ptrdiff_t>(to.element_size) && size > most && rest > 0 &&
          size % most < most / 2) {
        View from_part = from, to_part = to;
        from_part.slice(side, 0, start);
        to_part.slice(side, 0, start);
        whole_ = LineSets(from_part, to_part, d, most);
        from_part = from;
        to_part = to;
        from_part.slice(side, start, rest);
        to_part.slice(side, start, rest);
        rest_.emplace(from_part, to_part, d, most);
        return;
      }
    }
  }

  size_t count() const {
    return whole_.count() + (rest_ ? rest_->count() : 0);
  }
  void find(size_t index, LineSet& from, LineSet& to) const {
    index < whole_.count() ? whole_.find(index, from, to) : rest_->find(index - whole_.count(), from, to);
  }

 private:
  LineSets whole_;
  std::optional<LineSets> rest_;
};

}  // namespace etk::vec
