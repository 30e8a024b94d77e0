// Medians of all elements and along a dimension: the shared implementation of median and nanmedian.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/order/rank.h"
#include "etk/reduce/extremes.h"

#include <tuple>

namespace etk {

template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> median_along(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    Rank::Kind kind,
    Tensor& values,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, has_extremes(self, dims), outs);
  ranked<kOp>(ctx, self, dims, keepdim, {kind}, values, &indices);
  return outs;
}

/// PyTorch's median of an empty tensor: NaN, cast to the dtype like x86 processors do.
inline Scalar median_of_none(ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Long:
      return Scalar(std::numeric_limits<int64_t>::min());
    case ScalarType::Int:
      return Scalar(static_cast<int64_t>(std::numeric_limits<int32_t>::min()));
    default:
      return is_floating(dtype) ? Scalar(std::numeric_limits<double>::quiet_NaN()) : Scalar(int64_t{0});
  }
}

template <const char* kOp>
ETK_INLINE Tensor& median_of_all(Context& ctx, const Tensor& self, Rank::Kind kind, Tensor& out) {
  if (self.numel() > 0) {
    const auto dims = wrap_dims(std::nullopt, self.dim());
    ranked<kOp>(ctx, self, dims, /*keepdim=*/false, {kind}, out, nullptr);
    return out;
  }
  ETK_REQUIRE(ctx, accepts<kOp>(self) && is_number(self.scalar_type()), out);
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (resize(ctx, out, Shape())) {
    fill(View(out), median_of_none(self.scalar_type()));
  }
  return out;
}

}  // namespace etk
