// What index_put and index_put_ share.
#pragma once

#include "etk/base/faster.h"
#include "etk/index/advanced_index.h"

namespace etk {

/// How values are put: what copies self and checks indices, and one that puts or adds values of the shape of
/// out[indices] faster, if it is not null. That is false if it does not take the tensors, and nothing has
/// happened.
struct PutFunctions {
  CopyFunction copy = etk::copy;
  IndicesFunction are_indices = etk::are_indices;
  bool (*put)(Tensor& out, IndexList indices, const View& values, bool adds) = nullptr;
};

/// Puts the values into `out`, which is self, or becomes a copy of it first. `adds` is null if they replace
/// what is there.
Tensor& put_values(
    Context& ctx,
    const PutFunctions& functions,
    const Tensor& self,
    IndexList indices,
    const Tensor& values,
    const Instances<AddElementsFunction>* adds,
    bool is_in_place,
    Tensor& out);

/// How to add elements; null if they are not added.
template <const char* kOp>
const Instances<AddElementsFunction>* find_adds(bool accumulate) {
  static constexpr auto adds =
      instantiate<kOp, kNumbers, AddElementsFunction>([](auto c) { return add_elements<decltype(c)>; });
  return accumulate ? &adds : nullptr;
}

/// index_put of operator `kOp`, if the build has selected it for the dtypes of all tensors.
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
