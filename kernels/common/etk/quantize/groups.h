// Scales and zero points of a matrix, which differ from row to row and, within a row, from group to group.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

namespace etk {

/// A number for each row of a matrix, or for each group of elements in a row: a tensor of shape (rows), or
/// (rows, groups), of Float, Half or BFloat16.
class GroupNumbers {
 public:
  /// For a matrix with `columns` columns.
  GroupNumbers(const Tensor& numbers, int64_t columns)
      : numbers_(numbers), count_(numbers.dim() == 2 ? numbers.size(1) : 1) {
    group_ = count_ > 0 && columns % count_ == 0 ? columns / count_ : 0;
  }

  /// Whether there is a number for each row, and all groups have the same size.
  bool fit(int64_t rows) const {
    const bool is_matrix = numbers_.rank == 1 || numbers_.rank == 2;
    return is_matrix && numbers_.sizes[0] == rows && group_ > 0 && compute_of(dtype()) == Compute::kFloat;
  }

  ScalarType dtype() const {
    return numbers_.dtype;
  }
  const Shape& shape() const {
    return numbers_;
  }
  /// The number of elements in a group.
  int64_t group() const {
    return group_;
  }

  /// The number for an element.
  float at(int64_t row, int64_t column) const {
    float value = 0;
    const ptrdiff_t step = numbers_.rank == 2 ? column / group_ * numbers_.strides[1] : 0;
    load(dtype(), numbers_.data + row * numbers_.strides[0] + step, 0, 1, &value);
    return value;
  }

 private:
  const View numbers_;
  const int64_t count_;
  int64_t group_;  // 0 if groups have different sizes
};

/// The scale and the zero point of each group; without zero points, they are 0.
class Groups {
 public:
  Groups(const Tensor& scales, const std::optional<Tensor>& zero_points, int64_t columns)
      : scales_(scales, columns) {
    if (zero_points) {
      zero_points_.emplace(*zero_points, columns);
    }
  }

  /// Whether there are scales for each row, and, if there are zero points, as many of the same dtype.
  bool fit(int64_t rows) const {
    const bool are_alike =
        !zero_points_ || (zero_points_->dtype() == dtype() && zero_points_->shape() == scales_.shape());
    return are_alike && scales_.fit(rows);
  }

  ScalarType dtype() const {
    return scales_.dtype();
  }
  int64_t group() const {
    return scales_.group();
  }
  float scale(int64_t row, int64_t column) const {
    return scales_.at(row, column);
  }
  float zero_point(int64_t row, int64_t column) const {
    return zero_points_ ? zero_points_->at(row, column) : 0;
  }

 private:
  const GroupNumbers scales_;
  std::optional<GroupNumbers> zero_points_;
};

}  // namespace etk
