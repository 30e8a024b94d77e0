// Views of a tensor's memory with another shape or other strides. Operators that move data without changing
// it are expressed with views.
#pragma once

#include "etk/base/core.h"

#include <optional>

namespace etk {

/// The sizes of a tensor, on the stack.
struct Shape {
  size_t rank = 0;
  executorch::aten::SizesType sizes[kMaxRank];

  Shape() = default;
  explicit Shape(const Tensor& tensor);

  void push_back(int64_t size) {
    sizes[rank++] = static_cast<executorch::aten::SizesType>(size);
  }
  size_t numel() const;
  /// Compares one by one: memcmp would stall on sizes that have just been stored.
  bool operator==(ArrayRef<executorch::aten::SizesType> others) const {
    return others.equals({sizes, rank});
  }
  bool operator==(const Shape& other) const {
    return *this == ArrayRef<executorch::aten::SizesType>(other.sizes, other.rank);
  }
};

/// Elements of one dtype at `data`, at a distance of `strides` (in bytes) in each dimension.
struct View : Shape {
  ScalarType dtype;
  size_t element_size;
  char* data;
  ptrdiff_t strides[kMaxRank];

  /// The whole tensor. A view of a read-only tensor must not be written to.
  explicit View(const Tensor& tensor);

  /// The real parts of the elements, which are the elements themselves if the dtype is real; with
  /// `imaginary`, the imaginary parts.
  View part(bool imaginary) const;
  /// Adds an outermost dimension with stride 0.
  void prepend(int64_t size) {
    insert(0);
    sizes[0] = static_cast<executorch::aten::SizesType>(size);
  }
  /// Inserts a dimension of size 1 before dimension d.
  void insert(size_t d);
  /// Removes dimension d, at index `at`.
  void remove(size_t d, int64_t at = 0);
  /// Splits dimension d into two; the inner one has size `inner`, which divides the size of d.
  void split(size_t d, int64_t inner);
  /// Keeps `size` indices of dimension d, from `start` on, with distance `step`.
  void slice(size_t d, int64_t start, int64_t size, int64_t step = 1);
  /// Dimension d becomes the one that `order[d]` was.
  void permute(const size_t* order);
  /// Swaps two dimensions.
  void swap(size_t d, size_t other);
  /// Broadcasts the view to the shape; false if that is impossible.
  bool broadcast_to(const Shape& shape);
};

/// A set of dimensions. Bit d is dimension d.
using DimSet = uint32_t;

/// The dimension that `dim` names in a tensor of this rank: negative ones count from the end, and a tensor of
/// rank 0 has a dimension 0. Empty if it is out of range.
std::optional<size_t> wrap_dim(int64_t dim, size_t rank);

/// The dimensions that a reduction over `dims` reduces: all of them if it names none. Empty if one is out of
/// range or named twice.
std::optional<DimSet> wrap_dims(std::optional<ArrayRef<int64_t>> dims, size_t rank);

/// Sets `shape` to the shape that it and `other` broadcast to; false if they do not.
bool broadcast(Shape& shape, const Shape& other);

/// Resizes an out; false if it cannot have the shape.
bool resize(Tensor& out, const Shape& shape);

/// Resizes an out; sets a failure in the context if that is not possible.
inline bool resize(Context& ctx, Tensor& out, const Shape& shape) {
  const bool has_shape = resize(out, shape);
  if (!has_shape) {
    fail(ctx);
  }
  return has_shape;
}

/// Whether two tensors do not overlap in memory. An out that overlaps indices or a mask would change them
/// after they have been checked.
bool are_apart(const Tensor& a, const Tensor& b);

}  // namespace etk
