// Reductions of integers and Bools.
#pragma once

#include "vec/elementwise/map.h"
#include "vec/reduce/rows.h"

namespace etk::vec {

/// The arguments of a reduction: `outer` consecutive blocks of n rows, which are `stride` elements apart and
/// have `columns` columns. If the stride is 1, each row is one element.
struct IntegerRows {
  Reduction reduction;
  const void* data;
  ScalarType dtype, result;
  size_t outer, n, stride, columns;

  /// The same shape, `bytes` further on.
  IntegerRows from(size_t bytes) const {
    IntegerRows rows = *this;
    rows.data = static_cast<const char*>(data) + bytes;
    return rows;
  }
};

/// Sets out[block][column] to the reduction of its rows. n is not 0. Uses only the calling thread.
void reduce_integer_rows(const IntegerRows& rows, void* out);

/// Computes an extreme of signed integers or Byte over adjacent `dims`, the sum of these or of Bools in Long,
/// or the sum of Int in Int. For other reductions, returns false without writing anything.
bool reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out);

/// A ReduceFunction for integers and dtypes that are computed in float, if the build has selected `kOp` for
/// them.
template <const char* kOp, Reduction kReduction>
bool reduce_numbers(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  if (reduce_floats<kOp, kReduction>(self, dims, keepdim, out)) {
    return true;
  }
  if constexpr (selected_dtypes<kOp>().has(Compute::kInt)) {
    return accepts<kOp>(self, out) && reduce_integers(kReduction, self, dims, keepdim, out);
  }
  return false;
}

}  // namespace etk::vec
