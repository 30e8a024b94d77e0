// Reductions of integers and Bools.
#pragma once

#include "vec/elementwise/map.h"
#include "vec/reduce/rows.h"

namespace etk::vec {

/// What is reduced at a time: `outer` consecutive blocks of n rows that are `stride` elements
/// apart, of which `columns` are. With a stride of 1, rows are elements.
struct IntegerRows {
  Reduction reduction;
  const void* data;
  ScalarType dtype, result;
  size_t outer, n, stride, columns;

  /// These rows, so many bytes further on.
  IntegerRows from(size_t bytes) const {
    IntegerRows rows = *this;
    rows.data = static_cast<const char*>(data) + bytes;
    return rows;
  }
};

/// Sets out[block][column] to the reduction of its rows, by this thread alone. n is not 0.
void reduce_integer_rows(const IntegerRows& rows, void* out);

/// Sets an extreme of signed integers or Byte over neighbouring `dims`, or the sum of them or of Bools in
/// Long, or that of Int in Int; false if it is another reduction, and nothing has been written.
bool reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out);

/// A ReduceFunction for these and what is computed in float, of the dtypes that the build has selected `kOp`
/// for.
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
