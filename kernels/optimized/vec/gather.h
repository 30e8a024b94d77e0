// Blocks of a tensor, gathered from places that tensors of indices name.
#pragma once

#include "etk/view.h"

#include <optional>

namespace etk::vec {

/// As etk::are_indices.
bool are_indices(const Tensor& indices, int64_t low, int64_t high);

/// Sets n elements of `to`, which lie one behind the other, to those that are index[i] · stride bytes behind
/// `from`; false if they do not have 1, 2, 4 or 8 bytes.
bool gather_elements(
    const char* from, ptrdiff_t stride, const int64_t* index, size_t n, size_t element_size, char* to);

/// Places of some dimensions of a tensor, which tensors of one shape name; in those before and behind it is
/// whole. All elements lie in the order of dimensions. It refers to the tensors it is given.
class Blocks {
 public:
  /// Leaves the next dimension whole, which is before all that indices are added of.
  void skip(const Tensor& self) {
    outer_ *= static_cast<size_t>(self.sizes()[skipped_++]);
  }

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
  // Whether the indices are as many blocks as they say from the start of a dimension.
  bool are_direct() const {
    return count_ == 1 && are_positive_;
  }
  void copy(const char* from, size_t first, size_t n, char* out) const;

  size_t skipped_ = 0, outer_ = 1;  // dimensions, and how often they have the others
  size_t count_ = 0, places_ = 0, bytes_ = 0;
  bool are_positive_ = true;
  const int64_t* indices_[kMaxRank];
  int64_t sizes_[kMaxRank];
  ptrdiff_t strides_[kMaxRank];
  const Tensor* first_ = nullptr;  // of the tensors of indices
};

}  // namespace etk::vec
