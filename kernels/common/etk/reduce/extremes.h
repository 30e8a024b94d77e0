// Maxima and minima: the shared implementation of max, amax, argmax and their counterparts.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/rows.h"

#include <tuple>

namespace etk {

/// A faster implementation of the extremes and their indices along dimensions, or null. The out for values
/// may be absent. It returns false, without writing anything, if it does not support the tensors.
using ExtremesFunction =
    bool (*)(bool largest, const Tensor& self, DimSet dims, bool keepdim, Tensor* values, Tensor& indices);

/// Whether rows of `self` along `dims` have extremes: no row is empty, and PyTorch supports comparisons in
/// this dtype.
bool has_extremes(const Tensor& self, const std::optional<DimSet>& dims);

/// Sets results of a row to its maximum (or minimum), or NaN if the row has one, and to the first index of
/// that element. A result of -1 is not set.
template <bool kLargest>
struct Extreme {
  int value;
  int index;

  template <typename Row>
  void operator()(Row& row) const {
    using C = ValueOf<Row>;
    C best = 0;
    int64_t where = 0, i = 0;
    row.for_each([&](C x) {
      if (i == 0 || (kLargest ? x > best : x < best) || (x != x && best == best)) {
        best = x;
        where = i;
      }
      ++i;
    });
    if (value >= 0) {
      row.set(static_cast<size_t>(value), best);
    }
    if (index >= 0) {
      row.set(static_cast<size_t>(index), where);
    }
  }
};

/// Sets `values` and `indices` to the extremes along `dims`; one of them may be null.
template <const char* kOp, bool kLargest>
void extremes(
    Context& ctx,
    const Tensor& self,
    const std::optional<DimSet>& dims,
    bool keepdim,
    Tensor* values,
    Tensor* indices) {
  ETK_REQUIRE(ctx, has_extremes(self, dims), );
  ETK_REQUIRE(ctx, !indices || indices->scalar_type() == ScalarType::Long, );
  if (values && !indices && try_faster<kOp, ReduceFunction>(self, *dims, keepdim, *values)) {
    return;
  }
  Rows rows(self, *dims, self.scalar_type());
  if (values) {
    rows.result(*values, keepdim, self.scalar_type());
  }
  if (indices) {
    rows.result(*indices, keepdim, ScalarType::Long);
  }
  rows.run<kOp, kNumbers, is_fixed_block<kOp, 1>()>(
      ctx, Extreme<kLargest>{
               values ? 0 : -1, !indices ? -1
                                : values ? 1
                                         : 0});
}

/// The extremes along a dimension, and their first indices.
template <const char* kOp, bool kLargest>
ETK_INLINE std::tuple<Tensor&, Tensor&> extremes_along(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  ETK_REQUIRE(ctx, values.scalar_type() == self.scalar_type(), outs);
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  if (!dims || !accepts<kOp>(self, indices) ||
      !try_faster<kOp, ExtremesFunction>(kLargest, self, *dims, keepdim, &values, indices)) {
    extremes<kOp, kLargest>(ctx, self, dims, keepdim, &values, &indices);
  }
  return outs;
}

/// The first indices of the extremes along a dimension; without a dimension, the index in the flattened
/// tensor.
template <const char* kOp, bool kLargest>
ETK_INLINE Tensor& places_of_extremes(
    Context& ctx, const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, out);
  const auto dims = wrap_dims(ArrayRef<int64_t>(dim ? &*dim : nullptr, dim ? 1 : 0), self.dim());
  if (!dims || !accepts<kOp>(self, out) ||
      !try_faster<kOp, ExtremesFunction>(kLargest, self, *dims, keepdim, nullptr, out)) {
    extremes<kOp, kLargest>(ctx, self, dims, keepdim, nullptr, &out);
  }
  return out;
}

}  // namespace etk
