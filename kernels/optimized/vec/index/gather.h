// Gather of blocks of a tensor, with tensors of indices.
#pragma once

#include "etk/base/view.h"

#include <optional>

namespace etk::vec {

/// Sets n contiguous elements of `to` to the elements at `from` + index[i] · stride bytes; false if their
/// size is not 1, 2, 4 or 8 bytes.
bool gather_elements(
    const char* from, ptrdiff_t stride, const int64_t* index, size_t n, size_t element_size, char* to);

/// The blocks of a tensor that index tensors of one shape select in some adjacent dimensions; the dimensions
/// before and after are whole. All tensors are contiguous; if a vector indexes one dimension, the tensor and
/// the out can have their dimensions in any order in memory. The object refers to the tensors that it is
/// given.
class Blocks {
 public:
  /// Reads index tensors of adjacent dimensions; null stands for a whole dimension. False if they do not
  /// select such blocks.
  bool read(const Tensor& self, ArrayRef<std::optional<Tensor>> indices);

  /// Reads the Long indices, a vector, of one dimension; negative indices count from its end. False if they
  /// are out of range, or if a tensor is not contiguous.
  bool read_dim(const Tensor& self, size_t dim, const Tensor& indices);

  /// Adds Long indices of the next dimension; negative indices count from its end. False, without any change,
  /// if they are out of range or not contiguous.
  bool add(const Tensor& self, const Tensor& indices);

  /// Gathers the blocks into `out`, which has the dtype of self; false if it is not contiguous, or has
  /// another order than self. There is at least one indexed dimension.
  bool get(const Tensor& self, Tensor& out) const;

  /// The number of blocks for each index of the dimensions before the indexed ones, the number of such
  /// indices, and the bytes of a block.
  size_t places() const {
    return places_;
  }
  size_t outer() const {
    return outer_;
  }
  size_t bytes() const {
    return bytes_;
  }

  /// Calls f(i, offset) for the blocks [begin, end), in the order of the result. Block i is `offset` bytes
  /// after the start of self.
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
  // Whether the index tensor contains the indices of one dimension directly, without negative indices.
  bool are_direct() const {
    return count_ == 1 && are_positive_;
  }
  // Sets the indices of dimension count_, which has this size; false if that is impossible.
  bool set_indices(const Tensor& indices, int64_t size);
  // Computes the offsets in bytes of n blocks, from number `first` on.
  void find(size_t first, size_t n, int64_t* offsets) const;
  void copy(const char* from, size_t first, size_t n, char* out) const;

  size_t skipped_ = 0, outer_ = 1;  // the number of skipped dimensions, and the product of their sizes
  size_t count_ = 0, places_ = 0, bytes_ = 0;
  bool are_positive_ = true;
  bool has_other_order_ = false;  // whether "before" and "after" refer to another order, that of the memory
  const int64_t* indices_[kMaxRank];
  int64_t sizes_[kMaxRank];
  ptrdiff_t strides_[kMaxRank];
  const Tensor* first_ = nullptr;  // the first index tensor
};

}  // namespace etk::vec
