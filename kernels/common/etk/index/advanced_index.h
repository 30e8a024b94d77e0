// Advanced indexing: self[indices], where each of the indices is a tensor of integers, a mask, or nothing,
// which stands for a whole dimension.
//
// A mask of n dimensions indexes n of self; it counts as n tensors with the places where it holds. All
// tensors are broadcast to one shape, which takes the place of the dimensions they index: where those are, if
// they are neighbours, and else in front.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/index/gather.h"

namespace etk {

/// Adds n elements to others of the same dtype.
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
  /// False if self cannot be indexed so. All else needs true. Integers are checked by `are_indices`, if they
  /// select something.
  bool read(const Tensor& self, IndexList indices, IndicesFunction are_indices = etk::are_indices);

  /// The shape of self[indices].
  const Shape& shape() const {
    return shape_;
  }

  /// Whether there is one index, and that a mask.
  bool is_mask() const {
    return count_ == 1 && indices_[0].is_mask;
  }
  /// Whether that is one of Byte, which is not the same everywhere in PyTorch.
  bool is_byte_mask() const {
    return is_mask() && indices_[0].tensor->scalar_type() == ScalarType::Byte;
  }

  /// selected = self[indices]
  void get(const Tensor& self, Tensor& selected);

  /// self[indices] = values, or if there is a function to add, += values. `values` have the shape.
  void put(Tensor& self, const View& values, AddElementsFunction add);

 private:
  struct Index {
    const Tensor* tensor;
    size_t dim;  // the first that it indexes
    bool is_mask;
    bool is_single;  // a mask that holds at one place
    int64_t passed;  // places of the mask before the current one; -1 if none has been looked for
    const char* data;
    ptrdiff_t offset;           // of the place, from the start of self, in bytes
    ptrdiff_t steps[kMaxRank];  // integers: strides along the common shape; masks: the place
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
  Shape common_;        // what all tensors are broadcast to
  size_t at_ = 0;       // the dimension of the result where that begins
  Shape shape_;
};

}  // namespace etk
