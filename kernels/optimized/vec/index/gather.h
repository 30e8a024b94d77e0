// Blocks of a tensor, gathered from places that tensors of indices name.
#pragma once

#include "etk/base/view.h"

#include <optional>

namespace etk::vec {

/// As etk::are_indices.
bool are_indices(const Tensor& indices, int64_t low, int64_t high);

/// Sets n contiguous elements of `to` to those that are index[i] · stride bytes after `from`; false if they
/// do not have 1, 2, 4 or 8 bytes.
bool gather_elements(
    const char* from, ptrdiff_t stride, const int64_t* index, size_t n, size_t element_size, char* to);

/// Places of some dimensions of a tensor, which tensors of one shape name; in those before and after it is
/// whole. All elements lie in the order of dimensions. It refers to the tensors it is given.
class Blocks {
 public:
  /// Reads what tensors of indices say of neighbouring dimensions, where null stands for a whole one. False
  /// if they are no such blocks.
  bool read(const Tensor& self, ArrayRef<std::optional<Tensor>> indices);

  /// Leaves the next dimension whole, which is before all that indices are added of.
  void skip(const Tensor& self) {
    outer_ *= static_cast<size_t>(self.sizes()[skipped_++]);
  }

  /// Adds Long indices of the next dimension, of which those below 0 count from its end. False if they are
  /// out of range, or not laid out so; nothing has been written then.
  bool add(const Tensor& self, const Tensor& indices);

  /// Sets `out`, whose dtype is that of self, to the blocks; false if it is not laid out so. There are
  /// indices of one dimension at least.
  bool get(const Tensor& self, Tensor& out) const;

  /// Blocks for each index of all dimensions before those of the indices, how many such indices there are,
  /// and bytes of a block.
  size_t places() const {
    return places_;
  }
  size_t outer() const {
    return outer_;
  }
  size_t bytes() const {
    return bytes_;
  }

  /// Calls f(i, offset) for the blocks [begin, end), which are numbered in the order that they have as a
  /// tensor. Block i is `offset` bytes after the start of self.
  template <typename F>
  void for_each(size_t begin, size_t end, const F& f) const {
    constexpr size_t kSome = 64;
    const ptrdiff_t whole = static_cast<ptrdiff_t>(sizes_[0]) * strides_[0];
    for (int64_t offsets[kSome]; begin < end;) {
      const size_t outer = begin / places_, first = begin % places_;
      const size_t left = end - begin < places_ - first ? end - begin : places_ - first;
      const size_t n = left < kSome ? left : kSome;
      find(first, n, offsets);
      for (size_t i = 0; i < n; ++i) {
        f(begin + i, static_cast<ptrdiff_t>(outer) * whole + offsets[i]);
      }
      begin += n;
    }
  }

  /// Whether all indices count from the start of their dimension.
  bool are_positive() const {
    return are_positive_;
  }

 private:
  // Whether the indices are as many blocks as they say from the start of a dimension.
  bool are_direct() const {
    return count_ == 1 && are_positive_;
  }
  // How many bytes after the first of as many the blocks of some places begin.
  void find(size_t first, size_t n, int64_t* offsets) const;
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
