// Rows of several views, computed in double regardless of their dtypes: for operators that are too rare, or
// too different from the elementwise pattern, to be instantiated for each compute type.
//
//   Doubles rows(shape, dims);
//   const size_t from = rows.add(x), to = rows.add(out);
//   while (rows.next_row()) {
//     for (double total = 0; rows.next();) { … rows.read(from)[i] … }
//   }
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

#include <optional>

namespace etk {

class Doubles {
 public:
  /// Rows along `dims` of views that are broadcast to this shape: each dimension has its size, or size 1.
  Doubles(const Shape& shape, DimSet dims);

  /// Adds a view; returns its index.
  size_t add(View view);
  /// Adds a number, which is broadcast; returns its index.
  size_t add(double number);

  /// The number of elements in a row.
  size_t row_size() const {
    return row_size_;
  }

  /// Advances to the next row, or to the first one; false after the last row.
  bool next_row();
  /// Advances to the next chunk of the row; false at the end of the row, which can then be traversed again.
  bool next();

  /// The number of elements in the chunk.
  size_t size() const {
    return size_;
  }
  /// The values of the chunk, valid until the next call for this view.
  const double* read(size_t view);
  void write(size_t view, const double* values);

  /// The first value of the row of a view, for views that are broadcast along the row.
  double row_value(size_t view) const;
  void set_row_value(size_t view, double value);

 private:
  const Shape shape_;
  const size_t row_size_;
  size_t count_ = 0;  // of views and numbers
  size_t view_count_ = 0;
  size_t size_ = 0;
  Source sources_[kMaxViews];
  ScalarType dtypes_[kMaxViews];
  size_t views_[kMaxViews] = {};  // their indices in the loops
  Loop across_;
  Loop along_;
  std::optional<Cursor> row_;
  std::optional<Cursor> chunk_;
};

/// Reads an element as a double.
double read_double(ScalarType dtype, const char* at);
void write_double(ScalarType dtype, char* at, double value);

/// The mean of a row of a view and Σ (x - mean)². Even for a large mean, there is no cancellation.
struct Moments {
  double mean;
  double squares;
};
Moments moments(Doubles& rows, size_t x);

}  // namespace etk
