// Reductions of Int, Long and Bool.
#pragma once

#include "vec/map.h"
#include "vec/rows.h"

namespace etk::vec {

/// What is reduced at a time: `outer` blocks, one behind the other, of n rows that are `stride` elements
/// apart, of which `columns` are. With a stride of 1, rows are elements.
struct IntegerRows {
  Reduction reduction;
  const void* data;
  ScalarType dtype, result;
  size_t outer, n, stride, columns;

  /// The same, so many bytes further on.
  IntegerRows from(size_t bytes) const {
    IntegerRows rows = *this;
    rows.data = static_cast<const char*>(data) + bytes;
    return rows;
  }
};

/// Sets a reduction over neighbouring `dims` of Int or Long, or a sum of Int or Bool in Long; false if it is
/// another one, and nothing has happened.
bool reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out);

/// As above, if the build has selected `kOp` for their dtypes.
template <const char* kOp>
bool try_reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  if constexpr (selected.has(ScalarType::Int) || selected.has(ScalarType::Long)) {
    return accepts<kOp>(self, out) && reduce_integers(reduction, self, dims, keepdim, out);
  }
  return false;
}

}  // namespace etk::vec
