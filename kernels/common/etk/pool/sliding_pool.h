// The operators of pools whose windows have one size and slide over planes. A faster implementation is a
// parameter, or null.
#pragma once

#include "etk/base/faster.h"
#include "etk/pool/pool.h"

#include <tuple>

namespace etk {

/// The maximum of each window, and its index in the plane.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> max_pool(
    Context& ctx,
    size_t spatial,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    Tensor& out,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(out, indices);
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, outs);
  Pool pool(self, spatial);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, dilation, ceil_mode), outs);
  if (!accepts<kOp>(self) || !try_faster<kOp, MaxPoolFunction>(pool, self, out, indices)) {
    pool.run<kOp, kNumbers>(ctx, out, &indices, PoolMaximum{pool});
  }
  return outs;
}

/// The mean of each window: its sum, divided by its size or by `divisor`.
template <const char* kOp>
ETK_INLINE Tensor& mean_pool(
    Context& ctx,
    size_t spatial,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool with_padding,
    std::optional<int64_t> divisor,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_averaged(self.scalar_type()) && divisor.value_or(1) != 0, out);
  Pool pool(self, spatial);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, ceil_mode), out);
  // In three dimensions, PyTorch refuses larger windows, even if padding makes room for them.
  ETK_REQUIRE(ctx, spatial < 3 || pool.window().kernel_fits(), out);
  const PoolMean mean{pool, with_padding, divisor};
  if (!accepts<kOp>(self) || !try_faster<kOp, MeanPoolFunction>(mean, self, out)) {
    pool.run<kOp, kNumbers>(ctx, out, nullptr, mean);
  }
  return out;
}

}  // namespace etk
