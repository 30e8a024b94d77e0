// Advanced indexing: self[indices], where each index is a tensor of integers, a mask, or absent, which stands
// for a whole dimension.
//
// A mask of n dimensions indexes n dimensions of self; it is equivalent to n tensors with the positions of
// its true elements. All index tensors are broadcast to one shape, which replaces the indexed dimensions: in
// their position if they are adjacent, otherwise in front.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/index/gather.h"

namespace etk {

/// Adds n elements to other elements of the same dtype.
using AddElementsFunction = void (*)(
    ScalarType dtype, const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t n);

template <typename C>
void add_elements(
    ScalarType dtype, const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t n) {
  for (size_t i = 0; i < n; ++i, from += from_stride, to += to_stride) {
    C a, b;
    load(dtype, from, 0, 1, &a);
    load(dtype, to, 0, 1, &b);
    a = wrapping_sum(a, b);
    store(dtype, &a, 1, to, 0);
  }
}

using IndexList = ArrayRef<std::optional<Tensor>>;

class AdvancedIndex {
 public:
  /// False if self cannot be indexed this way. All other members require that it returned true. `are_indices`
  /// checks the values of integer indices, if the result is not empty.
  bool read(const Tensor& self, IndexList indices, IndicesFunction are_indices = etk::are_indices);

  /// The shape of self[indices].
  const Shape& shape() const {
    return shape_;
  }

  /// Whether there is exactly one index, and it is a mask.
  bool is_mask() const {
    return count_ == 1 && indices_[0].is_mask;
  }
  /// Whether that mask is Byte, which PyTorch does not treat like Bool everywhere.
  bool is_byte_mask() const {
    return is_mask() && indices_[0].tensor->scalar_type() == ScalarType::Byte;
  }

  /// selected = self[indices]
  void get(const Tensor& self, Tensor& selected);

  /// self[indices] = values, or with `add`, self[indices] += values. `values` have the shape of
  /// self[indices].
  void put(Tensor& self, const View& values, AddElementsFunction add);

 private:
  struct Index {
    const Tensor* tensor;
    size_t dim;  // the first dimension that it indexes
    bool is_mask;
    bool is_single;  // a mask with exactly one true element
    int64_t passed;  // true elements before the current position; -1: not searched yet
    const char* data;
    ptrdiff_t offset;           // of the position from the start of self, in bytes
    ptrdiff_t steps[kMaxRank];  // integers: strides along the common shape; masks: the position
  };

  bool add(const Tensor& self, const Tensor& tensor, size_t dim);
  bool find_shape(const Tensor& self);
  void rewind(Index& index) const;
  void advance(Index& index, const View& self) const;
  ptrdiff_t offset_at(Index& index, const View& self, const size_t* at) const;

  enum class Move : uint8_t { kGet, kPut, kAdd };
  static void move_rest(const Loop& rest, const View& self, Move move, AddElementsFunction add);
  void run(const View& self, const View& selected, Move move, AddElementsFunction add);

  size_t count_ = 0;
  Index indices_[kMaxRank];
  DimSet indexed_ = 0;  // dimensions of self
  Shape common_;        // the broadcast shape of all index tensors
  size_t at_ = 0;       // the dimension of the result where it begins
  Shape shape_;
};

}  // namespace etk
