// Where values belong among others that are in ascending order: what searchsorted and bucketize share.
#pragma once

#include "etk/base/faster.h"
#include "etk/elementwise/map.h"

#include <optional>
#include <string_view>

namespace etk {

/// How to search.
struct Search {
  const Tensor& sorted;  // one row, or one for each row of the values
  const Tensor* order;   // null, or the indices that put the rows in order
  bool right;            // after what is equal to a value, and not before it
  bool out_int32;
};

/// The elements of a row: `at` leads to the first, `order` to the first of the indices or is null.
struct SortedRow {
  ScalarType dtype, common;  // of the elements, and what they are compared in
  const char* at;
  ptrdiff_t stride;
  const char* order;
  ptrdiff_t order_stride;
  int64_t size;

  /// Element i in order, as a value of the type that `common` is computed in.
  void read(int64_t i, void* value) const;
};

/// The place of a value, of the type that the elements are compared in.
using SearchFunction = int64_t (*)(const SortedRow& row, const void* value, bool right);

/// One that sets the out, which has its shape, to all places faster; null if there is none. False if it does
/// not take the tensors; nothing has been written then.
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
    // No comparison with NaN holds: it belongs after all numbers.
    if (right ? !(x > wanted) : !(x >= wanted)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace internal

/// Sets `out` to the place of each of the values, for the dtypes that the build has selected for an operator.
template <const char* kOp>
Tensor& find_places(Context& ctx, const Search& search, const Tensor& values, Tensor& out) {
  static constexpr auto instances =
      instantiate<kOp, kNumbers, SearchFunction>([](auto c) { return internal::place_of<decltype(c)>; });
  run_search(ctx, instances, faster<kOp, FindFunction>(), search, values, out);
  return out;
}

/// searchsorted: checks its arguments, and sets `out` to the place of each of the values.
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
