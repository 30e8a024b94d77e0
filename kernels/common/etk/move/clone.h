// Copies that may change the dtype or the dim order. The copy function is a parameter.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/dim_order.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/move/plain_copy.h"

namespace etk {

template <const char* kOp>
ETK_INLINE Tensor& clone(
    Context& ctx,
    const Tensor& self,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  return copy_to_out(ctx, self, out, copy);
}

/// Casts to the dtype of the out.
template <const char* kOp>
ETK_INLINE Tensor& to_dim_order(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  if constexpr (is_plain_copy<kOp>() && call_facts<kOp>().same_sizes) {
    ETK_REQUIRE(ctx, accepts_plain<kOp>(self), out);
    const bool waits = !fixed_or<kOp, 1>(non_blocking);
    ETK_REQUIRE(ctx, waits && (is_fixed_order<kOp, 2>() || has_dim_order(out, dim_order, &self)), out);
    std::memcpy(out.mutable_data_ptr(), self.const_data_ptr(), self.nbytes());
    return out;
  }
  ETK_REQUIRE(ctx, !non_blocking && has_dim_order(out, dim_order, &self), out);
  ETK_REQUIRE(ctx, (accepts<kOp>(self, out)), out);
  ETK_REQUIRE(ctx, can_copy(self.scalar_type(), out.scalar_type()), out);
  return copy_to_out(ctx, self, out, copy);
}

/// Like `to_dim_order`, without a cast: self and out have one dtype.
template <const char* kOp>
ETK_INLINE Tensor& clone_dim_order(
    Context& ctx,
    const Tensor& self,
    bool non_blocking,
    std::optional<ArrayRef<int64_t>> dim_order,
    Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  return to_dim_order<kOp>(ctx, self, non_blocking, dim_order, out);
}

}  // namespace etk
