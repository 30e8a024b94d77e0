// The element of a row that so many others come before in ascending order: what median and kthvalue share.
#pragma once

#include "etk/key.h"
#include "etk/map.h"
#include "etk/rows.h"

namespace etk {

/// Sets result 0 to the element of a row that has `rank` before it, and result 1, if there are two, to the
/// first index of it.
///
/// Takes O(n) steps and no memory: the bits of its key are found one after the other.
template <typename C>
void set_ranked(RowOf<C>& row, int64_t rank, bool with_index) {
  using Key = decltype(key_of(C()));
  Key key = 0;
  for (Key bit = ~(~Key{0} >> 1); bit != 0; bit >>= 1) {
    // Those that are equal to it in the bits before, and have a 0 here.
    int64_t below = 0;
    row.for_each([&](C x) { below += (key_of(x) ^ key) < bit; });
    if (rank >= below) {
      rank -= below;
      key |= bit;
    }
  }
  C value = 0;
  int64_t where = -1, i = 0;
  row.for_each([&](C x) {
    if (where < 0 && key_of(x) == key) {
      value = x;
      where = i;
    }
    ++i;
  });
  row.set(0, value);
  if (with_index) {
    row.set(1, where);
  }
}

/// Sets `values`, and `indices` if it is not null, to the elements whose rank is rank(row).
template <const char* kOp, typename F>
void ranked(
    Context& ctx,
    const Tensor& self,
    const std::optional<DimSet>& dims,
    bool keepdim,
    const F& rank,
    Tensor& values,
    Tensor* indices) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, dims && is_number(dtype), );
  ETK_REQUIRE(ctx, values.scalar_type() == dtype, );
  ETK_REQUIRE(ctx, !indices || indices->scalar_type() == ScalarType::Long, );
  Rows rows(self, *dims, dtype);
  rows.result(values, keepdim, dtype);
  if (indices) {
    rows.result(*indices, keepdim, ScalarType::Long);
  }
  rows.run<kOp, kNumbers>(ctx, [&rank, indices](auto& row) { set_ranked(row, rank(row), indices); });
}

}  // namespace etk
