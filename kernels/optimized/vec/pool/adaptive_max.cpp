// As many windows of a line of the out as fit share the reductions of their columns.
#include "vec/pool/adaptive_max.h"

#include "vec/base/parallel.h"
#include "vec/pool/pool_lines.h"

#include <cstring>

namespace etk::vec {
namespace {

// The maximum number of columns that are reduced together, and of such pieces of a wider window.
constexpr size_t kTogether = 512, kMostPieces = 64;

// The windows from x on that share columns; or one wider window.
struct Group {
  size_t x, count = 0;
  Part columns;
  Part windows[kTogether];  // in these columns

  Group(const PoolCall& call, size_t x) : x(x), columns(call.part(kX, x)) {
    const auto width = static_cast<size_t>(call.output(kX));
    const size_t start = columns.first;
    for (Part next = columns; next.end() - start <= kTogether && count < kTogether;) {
      windows[count] = {next.first - start, next.count};
      columns.count = next.end() - start;
      if (x + ++count == width) {
        break;
      }
      next = call.part(kX, x + count);
    }
  }
  size_t end() const {
    return x + (count > 0 ? count : 1);
  }
};

// A line of the out.
class Line {
 public:
  Line(const PoolCall& call, size_t image, size_t z, size_t y) {
    const auto size = [&call](size_t d) { return static_cast<size_t>(call.to.sizes[d]); };
    const auto height = static_cast<size_t>(call.input(kY)), width = static_cast<size_t>(call.input(kX));
    const Part planes = call.part(kZ, z), rows = call.part(kY, y);
    const size_t place = (z * size(3) + y) * size(4);
    first_ = (planes.first * height + rows.first) * width;
    columns_.planes = planes.count;
    columns_.plane_step = height * width;
    columns_.rows = rows.count;
    columns_.row_step = width;
    volume_ = PoolCall::array_at(call.from, image / size(1), image % size(1));
    out_ = PoolCall::array_at(call.to, image / size(1), image % size(1)) + place;
    where_ = call.index_of(out_);
  }

  void run(const Group& group) {
    if (group.count == 0) {
      set(group.x, find_in_pieces(group.columns));
      return;
    }
    find_columns(group.columns);
    for (size_t i = 0; i < group.count; ++i) {
      const Part& window = group.windows[i];
      set(group.x + i, index_of_largest(values_ + window.first, indices_ + window.first, window.count));
    }
  }

 private:
  void find_columns(const Part& part) {
    columns_.first = static_cast<int32_t>(first_ + part.first);
    columns_.from = volume_ + columns_.first;
    columns_.count = part.count;
    max_columns(columns_, values_, indices_);
  }

  int32_t find_in_pieces(const Part& part) {
    float values[kMostPieces];
    int32_t indices[kMostPieces];
    size_t pieces = 0;
    for (size_t at = part.first; at < part.end(); at += kTogether) {
      const size_t left = part.end() - at, count = left < kTogether ? left : kTogether;
      find_columns({at, count});
      indices[pieces] = index_of_largest(values_, indices_, count);
      values[pieces] = (volume_ + indices[pieces]).get();
      ++pieces;
    }
    return index_of_largest(values, indices, pieces);
  }

  void set(size_t x, int32_t index) {
    where_[x] = index;
    std::memcpy((out_ + x).data, (volume_ + index).data, static_cast<size_t>(out_.element_size()));
  }

  Array volume_, out_;
  int64_t* where_;
  size_t first_;  // the index of the window's first line
  PoolColumns columns_{};
  float values_[kTogether];
  int32_t indices_[kTogether];
};

}  // namespace

bool adaptive_max(const PoolCall& call) {
  const auto size = [&call](size_t d) { return static_cast<size_t>(call.to.sizes[d]); };
  const size_t depth = size(2), height = size(3), width = size(4);
  if (static_cast<size_t>(call.input(kX)) > kTogether * kMostPieces) {
    return false;
  }
  const size_t lines = size(0) * size(1) * depth * height;
  const size_t taps = call.part(kZ, 0).count * call.part(kY, 0).count;
  parallel(lines, static_cast<size_t>(call.input(kX)) * taps / 2, [&](size_t begin, size_t end) {
    for (size_t x = 0; x < width;) {
      const Group group(call, x);
      for (size_t i = begin; i < end; ++i) {
        const size_t plane = i / height;
        Line(call, plane / depth, plane % depth, i % height).run(group);
      }
      x = group.end();
    }
  });
  return true;
}

}  // namespace etk::vec
