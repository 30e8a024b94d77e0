// Which elements are not zero.
#pragma once

#include "etk/chunk.h"
#include "etk/loop.h"

namespace etk {

/// Walks views of one shape in the order of their indices, and stops where the first of them is not zero.
class NonZero {
 public:
  /// `along` is walked as well; it may be the same view.
  NonZero(const View& mask, const View& along);

  /// Goes to the next element that is not zero; false if there is none.
  bool next();

  /// The number of elements before this one.
  int64_t index() const {
    return index_;
  }
  /// This element of the second view.
  const char* at() const {
    return cursor_.at(1);
  }

 private:
  Loop loop_;
  Cursor cursor_;
  ScalarType dtype_;
  int64_t index_ = -1;
};

/// The number of elements that are not zero.
int64_t count_nonzero(const View& mask);

}  // namespace etk
