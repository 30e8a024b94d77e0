// The k-th smallest element of a row, for median and kthvalue.
#pragma once

#include "etk/base/faster.h"
#include "etk/elementwise/map.h"
#include "etk/order/key.h"
#include "etk/reduce/rows.h"

#include <tuple>

namespace etk {

/// The rank of an element in a row. kPlace: `place` elements are smaller. kMiddle: the median, the lower of
/// two, or NaN if the row has one. kMiddleOfNumbers: the median of the elements that are not NaN.
struct Rank {
  enum Kind : uint8_t { kPlace, kMiddle, kMiddleOfNumbers };
  Kind kind;
  int64_t place = 0;

  /// The zero-based rank in a row of n elements, of which `numbers` are not NaN.
  int64_t of(int64_t n, int64_t numbers) const {
    if (kind == kPlace) {
      return place;
    }
    const int64_t counted = kind == kMiddleOfNumbers || numbers == n ? numbers : 2 * n - 1;
    return counted > 0 ? (counted - 1) / 2 : 0;
  }
};

/// Sets result 0 to an element of a row and, with `with_index`, result 1 to its first index. Takes O(n) steps
/// and no temporary memory: the key is determined bit by bit.
template <typename Row>
void set_ranked(Row& row, const Rank& which, bool with_index) {
  using C = ValueOf<Row>;
  using Key = decltype(key_of(C()));
  int64_t numbers = 0;
  row.for_each([&](C x) { numbers += x == x; });
  int64_t rank = which.of(static_cast<int64_t>(row.count()), numbers);
  Key key = 0;
  for (Key bit = ~(~Key{0} >> 1); bit != 0; bit >>= 1) {
    // The number of elements that are equal to it in the bits before, and have a 0 here.
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

/// The outs for the elements and their indices.
struct RankedRows {
  const Tensor& self;
  DimSet dims;
  bool keepdim;
  Rank rank;
  Tensor& values;
  Tensor* indices;  // null if it is not requested
};

/// A faster implementation, or null. It returns false, without changing anything, if it does not support the
/// tensors.
using RankFunction = bool (*)(Context& ctx, const RankedRows& rows);

/// Sets `values`, and `indices` if it is not null, to the selected elements of all rows.
template <const char* kOp>
void ranked(
    Context& ctx,
    const Tensor& self,
    const std::optional<DimSet>& dims,
    bool keepdim,
    const Rank& rank,
    Tensor& values,
    Tensor* indices) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, dims && is_number(dtype), );
  ETK_REQUIRE(ctx, values.scalar_type() == dtype, );
  ETK_REQUIRE(ctx, !indices || indices->scalar_type() == ScalarType::Long, );
  if (accepts<kOp>(self) &&
      try_faster<kOp, RankFunction>(ctx, RankedRows{self, *dims, keepdim, rank, values, indices})) {
    return;
  }
  Rows rows(self, *dims, dtype);
  rows.result(values, keepdim, dtype);
  if (indices) {
    rows.result(*indices, keepdim, ScalarType::Long);
  }
  rows.run<kOp, kNumbers>(ctx, [&rank, indices](auto& row) { set_ranked(row, rank, indices); });
}

/// The k-th smallest elements along a dimension, counted from 1.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> ranked_along(
    Context& ctx, const Tensor& self, int64_t k, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, d && k > 0 && k <= (self.dim() ? self.size(*d) : 1), outs);
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ranked<kOp>(ctx, self, dims, keepdim, {Rank::kPlace, k - 1}, values, &indices);
  return outs;
}

}  // namespace etk
