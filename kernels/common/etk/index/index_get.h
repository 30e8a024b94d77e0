// self[indices], for the operators that read it.
#pragma once

#include "etk/base/faster.h"
#include "etk/index/advanced_index.h"

namespace etk {

/// A faster implementation, or null. It returns false if it does not support the tensors; then only the out
/// may have been resized.
using GetIndexedFunction = bool (*)(const Tensor& self, IndexList indices, Tensor& out);

/// out = self[indices]
template <const char* kOp>
ETK_INLINE Tensor& get_indexed(Context& ctx, const Tensor& self, IndexList indices, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  for (const std::optional<Tensor>& index : indices) {
    ETK_REQUIRE(ctx, !index || (accepts<kOp>(*index) && are_apart(*index, out)), out);
  }
  if (try_faster<kOp, GetIndexedFunction>(self, indices, out)) {
    return out;
  }
  AdvancedIndex index;
  ETK_REQUIRE(ctx, index.read(self, indices), out);
  if (resize(ctx, out, index.shape())) {
    index.get(self, out);
  }
  return out;
}

}  // namespace etk
