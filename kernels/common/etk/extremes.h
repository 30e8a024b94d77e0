// The largest and the smallest elements: what max, amax, argmax and their counterparts share.
#pragma once

#include "etk/rows.h"

namespace etk {

/// Whether rows of `self` along `dims` have extremes: no row is empty, and PyTorch compares this dtype.
bool has_extremes(const Tensor& self, const std::optional<DimSet>& dims);

/// Sets results of a row to its largest (or smallest) element, which is NaN if there is one, and to the first
/// index of that element. A result of -1 is none.
template <bool kLargest>
struct Extreme {
  int value;
  int index;

  template <typename C>
  void operator()(RowOf<C>& row) const {
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

/// Sets `values` and `indices`, of which one may be null, to the extremes along `dims`.
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
  Rows rows(self, *dims, self.scalar_type());
  if (values) {
    rows.result(*values, keepdim, self.scalar_type());
  }
  if (indices) {
    rows.result(*indices, keepdim, ScalarType::Long);
  }
  rows.run<kOp, kNumbers>(ctx, Extreme<kLargest>{values ? 0 : -1, !indices ? -1 : values ? 1 : 0});
}

}  // namespace etk
