// What index_put and index_put_ share.
#pragma once

#include "etk/advanced_index.h"

namespace etk {

/// Puts the values into `out`, which is self, or becomes a copy of it first. `adds` is null if they replace
/// what is there.
Tensor& put_values(
    Context& ctx,
    const Tensor& self,
    IndexList indices,
    const Tensor& values,
    const Instances<AddElementsFunction>* adds,
    bool is_in_place,
    Tensor& out);

/// Whether the build has selected operator `kOp` for the dtypes of these tensors and of all indices.
template <const char* kOp>
bool accepts_put(const Tensor& self, IndexList indices, const Tensor& values) {
  bool accepted = accepts<kOp>(self, values);
  for (const std::optional<Tensor>& index : indices) {
    accepted = accepted && (!index || accepts<kOp>(*index));
  }
  return accepted;
}

/// How to add elements; null if they are not added.
template <const char* kOp>
const Instances<AddElementsFunction>* find_adds(bool accumulate) {
  static constexpr auto adds =
      instantiate<kOp, kNumbers, AddElementsFunction>([](auto c) { return add_elements<decltype(c)>; });
  return accumulate ? &adds : nullptr;
}

}  // namespace etk
