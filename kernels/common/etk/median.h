// The elements in the middle of all and along a dimension: what median and nanmedian share. `rank` says which
// element of a row it is.
#pragma once

#include "etk/extremes.h"
#include "etk/rank.h"

#include <tuple>

namespace etk {

template <const char* kOp, typename F>
ETK_INLINE std::tuple<Tensor&, Tensor&> median_along(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    const F& rank,
    Tensor& values,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, has_extremes(self, dims), outs);
  ranked<kOp>(ctx, self, dims, keepdim, rank, values, &indices);
  return outs;
}

/// That of no elements is NaN.
template <const char* kOp, typename F>
ETK_INLINE Tensor& median_of_all(Context& ctx, const Tensor& self, const F& rank, Tensor& out) {
  if (self.numel() > 0) {
    const auto dims = wrap_dims(std::nullopt, self.dim());
    ranked<kOp>(ctx, self, dims, /*keepdim=*/false, rank, out, nullptr);
    return out;
  }
  ETK_REQUIRE(ctx, accepts<kOp>(self) && is_floating(self.scalar_type()), out);
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

}  // namespace etk
