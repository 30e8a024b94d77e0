// Binary search in sorted rows: the shared implementation of searchsorted and bucketize.
#pragma once

#include "etk/base/faster.h"
#include "etk/elementwise/map.h"

#include <optional>
#include <string_view>

namespace etk {

/// The arguments of a search.
struct Search {
  const Tensor& sorted;  // one row, or one for each row of the values
  const Tensor* order;   // null, or the indices that sort the rows
  bool right;            // finds the upper bound instead of the lower bound
  bool out_int32;
};

/// A sorted row: `at` is the address of the first element, `order` is the first sorting index or null.
struct SortedRow {
  ScalarType dtype, common;  // of the elements, and of the comparison
  const char* at;
  ptrdiff_t stride;
  const char* order;
  ptrdiff_t order_stride;
  int64_t size;

  /// Reads element i in sorted order, as a value in the compute type of `common`.
  void read(int64_t i, void* value) const;
};

/// The position of a value, which has the compute type of the comparison.
using SearchFunction = int64_t (*)(const SortedRow& row, const void* value, bool right);

/// A faster implementation for an out that has its shape, or null. It returns false, without writing
/// anything, if it does not support the tensors.
using FindFunction = bool (*)(const Search& search, const Tensor& values, Tensor& out);

/// The part of `find_places` that all operators share.
void run_search(
    Context& ctx,
    const Instances<SearchFunction>& instances,
    FindFunction faster,
    const Search& search,
    const Tensor& values,
    Tensor& out);

namespace internal {

template <typename C>
int64_t place_of(const SortedRow& row, const void* value, bool right) {
  const C wanted = *static_cast<const C*>(value);
  int64_t begin = 0, end = row.size;
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    C x;
    row.read(middle, &x);
    // All comparisons with NaN are false: it sorts after all numbers.
    if (right ? !(x > wanted) : !(x >= wanted)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace internal

/// Sets `out` to the position of each value, for the dtypes that the build has selected for an operator.
template <const char* kOp>
Tensor& find_places(Context& ctx, const Search& search, const Tensor& values, Tensor& out) {
  static constexpr auto instances =
      instantiate<kOp, kNumbers, SearchFunction>([](auto c) { return internal::place_of<decltype(c)>; });
  run_search(ctx, instances, faster<kOp, FindFunction>(), search, values, out);
  return out;
}

/// searchsorted: checks its arguments, and sets `out` to the position of each value.
template <const char* kOp>
ETK_INLINE Tensor& find_places(
    Context& ctx,
    const Tensor& sorted,
    const Tensor& values,
    bool out_int32,
    bool right,
    std::optional<std::string_view> side,
    const std::optional<Tensor>& order,
    Tensor& out) {
  const bool is_right = side == "right";
  ETK_REQUIRE(ctx, !side || is_right || (side == "left" && !right), out);
  const Search search{sorted, order ? &*order : nullptr, right || is_right, out_int32};
  return find_places<kOp>(ctx, search, values, out);
}

}  // namespace etk
