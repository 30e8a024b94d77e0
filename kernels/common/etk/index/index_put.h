// The shared implementation of index_put and index_put_.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/index/advanced_index.h"

namespace etk {

/// The functions that copy self, check indices, and put or add values of the shape of out[indices]. The last
/// one may be null; it returns false, without changing anything, if it does not support the tensors.
struct PutFunctions {
  CopyFunction copy = etk::copy;
  IndicesFunction are_indices = etk::are_indices;
  bool (*put)(Tensor& out, IndexList indices, const View& values, bool adds) = nullptr;
};

/// Puts the values into `out`, which is self or becomes a copy of it first. `adds` is null if the values
/// replace the elements.
Tensor& put_values(
    Context& ctx,
    const PutFunctions& functions,
    const Tensor& self,
    IndexList indices,
    const Tensor& values,
    const Instances<AddElementsFunction>* adds,
    bool is_in_place,
    Tensor& out);

/// The functions that add elements; null without `accumulate`.
template <const char* kOp>
const Instances<AddElementsFunction>* find_adds(bool accumulate) {
  static constexpr auto adds =
      instantiate<kOp, kNumbers, AddElementsFunction>([](auto c) { return add_elements<decltype(c)>; });
  return accumulate ? &adds : nullptr;
}

/// index_put for operator `kOp`, if the build has selected it for the dtypes of all tensors.
template <const char* kOp>
ETK_INLINE Tensor& index_put(
    Context& ctx,
    const Tensor& self,
    IndexList indices,
    const Tensor& values,
    bool accumulate,
    bool is_in_place,
    Tensor& out) {
  static constexpr auto functions = faster<kOp, PutFunctions>();
  ETK_REQUIRE(ctx, accepts<kOp>(self, values), out);
  for (const std::optional<Tensor>& index : indices) {
    ETK_REQUIRE(ctx, !index || (accepts<kOp>(*index) && are_apart(*index, out)), out);
  }
  return put_values(ctx, functions, self, indices, values, find_adds<kOp>(accumulate), is_in_place, out);
}

}  // namespace etk
