// Rows of several views, computed in double whatever their dtypes are: for operators that are too rare, or
// too far from elementwise, to be instantiated for each compute type.
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
  /// Rows along `dims` of views that have this shape, or size 1 where they do not change.
  Doubles(const Shape& shape, DimSet dims);

  /// Adds a view; returns its number.
  size_t add(View view);
  /// Adds a number that is the same everywhere.
  size_t add(double number);

  /// Elements of a row.
  size_t row_size() const {
    return row_size_;
  }

  /// Goes to the next row, at first to the first one; false if there is none.
  bool next_row();
  /// Goes to the next chunk of the row; false at its end, after which the row can be walked again.
  bool next();

  /// Elements of the chunk.
  size_t size() const {
    return size_;
  }
  /// The chunk's values; they are good until the next call for this view.
  const double* read(size_t view);
  void write(size_t view, const double* values);

  /// The value at the start of the row, of a view that does not change along it.
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

/// An element as a double.
double read_double(ScalarType dtype, const char* at);
void write_double(ScalarType dtype, char* at, double value);

/// The mean of a row of a view and Σ (x - mean)². No digits cancel, however large the mean is.
struct Moments {
  double mean;
  double squares;
};
Moments moments(Doubles& rows, size_t x);

}  // namespace etk
