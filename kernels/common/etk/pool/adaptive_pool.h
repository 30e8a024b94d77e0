// The operators of adaptive pools: a given number of windows of nearly the same size covers a plane. A faster
// implementation is a parameter, or null.
#pragma once

#include "etk/base/faster.h"
#include "etk/pool/pool.h"

#include <tuple>

namespace etk {

/// The mean of each window. A single window along a single dimension may have no elements: its mean is NaN.
template <const char* kOp>
ETK_INLINE Tensor& adaptive_mean_pool(
    Context& ctx, size_t spatial, const Tensor& self, ArrayRef<int64_t> windows, Tensor& out) {
  Pool pool(self, spatial);
  const bool may_be_empty = spatial == 1 && windows.size() == 1 && windows[0] == 1;
  ETK_REQUIRE(ctx, pool.adapt(windows, may_be_empty), out);
  const PoolMean mean{pool};
  if (self.numel() == 0 || !accepts<kOp>(self) || !try_faster<kOp, MeanPoolFunction>(mean, self, out)) {
    pool.run<kOp, kFloats>(ctx, out, nullptr, mean);
  }
  return out;
}

/// The maximum of each window, and its index in the plane.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> adaptive_max_pool(
    Context& ctx,
    size_t spatial,
    const Tensor& self,
    ArrayRef<int64_t> windows,
    Tensor& out,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(out, indices);
  Pool pool(self, spatial);
  ETK_REQUIRE(ctx, windows.size() == spatial && pool.adapt(windows), outs);
  if (!accepts<kOp>(self) || !try_faster<kOp, MaxPoolFunction>(pool, self, out, indices)) {
    pool.run<kOp, kFloats>(ctx, out, &indices, PoolMaximum{pool});
  }
  return outs;
}

}  // namespace etk
