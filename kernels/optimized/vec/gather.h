// Blocks of a tensor, gathered from places that tensors of indices name.
#pragma once

#include "etk/view.h"

#include <optional>

namespace etk::vec {

/// Places of the first dimensions of a tensor, which tensors of one shape name; in the others it is whole.
/// All elements lie in the order of dimensions. It refers to the tensors it is given.
class Blocks {
 public:
  /// Adds Long indices of the next dimension, of which those below 0 count from its end. False if they are
  /// out of range, or not laid out so; nothing has happened then.
  bool add(const Tensor& self, const Tensor& indices);

  /// Sets `out`, whose dtype is that of self, to the blocks; false if it is not laid out so. There are
  /// indices of one dimension at least.
  bool get(const Tensor& self, Tensor& out) const;

  /// Whether all indices count from the start of their dimension.
  bool are_positive() const {
    return are_positive_;
  }

 private:
  void copy(const char* from, size_t first, size_t n, char* out) const;

  size_t count_ = 0, places_ = 0, bytes_ = 0;
  bool are_positive_ = true;
  const int64_t* indices_[kMaxRank];
  int64_t sizes_[kMaxRank];
  ptrdiff_t strides_[kMaxRank];
  const Tensor* first_ = nullptr;  // of the tensors of indices
};

}  // namespace etk::vec
