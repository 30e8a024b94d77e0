// The elements in the middle of all and along a dimension: what median and nanmedian share.
#pragma once

#include "etk/extremes.h"
#include "etk/rank.h"

#include <tuple>

namespace etk {

template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> median_along(
    Context& ctx,
    RankFunction faster,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    Rank::Kind kind,
    Tensor& values,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, has_extremes(self, dims), outs);
  ranked<kOp>(ctx, faster, self, dims, keepdim, {kind}, values, &indices);
  return outs;
}

/// That of no elements is NaN.
template <const char* kOp>
ETK_INLINE Tensor& median_of_all(
    Context& ctx, RankFunction faster, const Tensor& self, Rank::Kind kind, Tensor& out) {
  if (self.numel() > 0) {
    const auto dims = wrap_dims(std::nullopt, self.dim());
    ranked<kOp>(ctx, faster, self, dims, /*keepdim=*/false, {kind}, out, nullptr);
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
