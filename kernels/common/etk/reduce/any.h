// Whether any element along some dimensions is nonzero.
#pragma once

#include "etk/reduce/rows.h"

namespace etk {

/// For tensors of any dtype; the out is Bool or Byte.
template <const char* kOp>
Tensor& any_along(
    Context& ctx, const Tensor& self, const std::optional<DimSet>& dims, bool keepdim, Tensor& out) {
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  ETK_REQUIRE(ctx, dims && (result == ScalarType::Bool || result == ScalarType::Byte), out);
  if (try_faster<kOp, ReduceFunction>(self, *dims, keepdim, out)) {
    return out;
  }
  Rows rows(self, *dims, is_floating(dtype) ? ScalarType::Bool : dtype);
  rows.result(out, keepdim, result);
  static constexpr auto any = [](auto& row) {
    bool found = false;
    row.for_each([&](auto x) { found |= x != 0; });
    row.set(0, found);
  };
  rows.run<kOp, kIntegers, is_fixed_block<kOp, 1>()>(ctx, any);
  return out;
}

/// The dimensions of `any.dims`. An empty list means no dimension; for other reductions it means all
/// dimensions.
inline std::optional<DimSet> any_dims(std::optional<ArrayRef<int64_t>> dims, size_t rank) {
  return dims && dims->empty() ? DimSet{0} : wrap_dims(dims, rank);
}

}  // namespace etk
