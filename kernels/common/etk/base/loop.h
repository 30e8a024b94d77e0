// Loops over several views of one shape at once.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// The maximum number of views: five operands and an out.
constexpr size_t kMaxViews = 6;

/// A nest of loops over views of one shape.
///
///   Loop loop(shape);
///   loop.add(to);
///   loop.add(from);
///   loop.simplify();
///   for (Cursor cursor(loop); cursor.left(); cursor.step(cursor.left())) { … }
class Loop {
 public:
  explicit Loop(const Shape& shape);

  /// The first `rank` dimensions of another loop.
  Loop(const Loop& other, size_t rank);

  /// Adds a view, which has the loop's shape. Returns its index.
  size_t add(const View& view);

  /// Joins dimensions that all views can iterate over as one. Unless the order of elements matters, also
  /// sorts them, so that the first view is read in the order of its memory.
  void simplify(bool keep_order = false);

  /// The stride in bytes of the innermost dimension, which runs are along.
  ptrdiff_t inner_stride(size_t view) const {
    return rank_ ? strides_[view][rank_ - 1] : 0;
  }
  size_t inner_size() const {
    return rank_ ? sizes_[rank_ - 1] : 1;
  }
  bool empty() const;

  size_t rank() const {
    return rank_;
  }
  size_t size(size_t d) const {
    return sizes_[d];
  }
  ptrdiff_t stride(size_t view, size_t d) const {
    return strides_[view][d];
  }

  /// Moves a view to other memory.
  void rebase(size_t view, char* data) {
    data_[view] = data;
  }

 private:
  friend class Cursor;

  void sort();
  void collapse();

  size_t count_ = 0;
  size_t rank_;
  size_t sizes_[kMaxRank];
  char* data_[kMaxViews];
  ptrdiff_t strides_[kMaxViews][kMaxRank];
};

/// A position in a loop, to iterate over it in chunks.
class Cursor {
 public:
  explicit Cursor(const Loop& loop);
  /// At the start of a run; runs are numbered in the order of iteration.
  Cursor(const Loop& loop, size_t run);

  /// Elements left in this run; 0 after the last one.
  size_t left() const {
    return left_;
  }
  char* at(size_t view) const {
    return at_[view];
  }
  /// Advances by n <= left() elements; at the end of a run, to the next run. After the last run it stays.
  void step(size_t n);

 private:
  const Loop& loop_;
  size_t left_;
  size_t index_[kMaxRank];  // in the dimensions around the run
  char* at_[kMaxViews];
};

}  // namespace etk
