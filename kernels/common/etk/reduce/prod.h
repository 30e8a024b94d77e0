// Products along dimensions, computed in the dtype of the out: integers wrap around.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/rows.h"

namespace etk {

/// A faster implementation, or null. It returns false, without changing anything, if it does not support the
/// tensors.
using ProductFunction = bool (*)(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

/// Products along `dims`.
template <const char* kOp>
ETK_INLINE Tensor& products(Context& ctx, const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  const ScalarType result = out.scalar_type();
  if (accepts<kOp>(self, out) && try_faster<kOp, ProductFunction>(self, dims, keepdim, out)) {
    return out;
  }
  Rows rows(self, dims, result);
  rows.result(out, keepdim, result);
  rows.run<kOp, kNumbers, is_fixed_block<kOp, 1>()>(ctx, [](auto& row) {
    using C = ValueOf<decltype(row)>;
    Wrapping<C> product = 1;
    row.for_each([&](C x) { product *= x; });
    row.set(0, product);
  });
  return out;
}

/// Products along one dimension.
template <const char* kOp>
ETK_INLINE Tensor& products_along(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result && !is_large_unsigned(result), out);
  return products<kOp>(ctx, self, *dims, keepdim, out);
}

/// The product of all elements.
template <const char* kOp>
ETK_INLINE Tensor& product_of_all(
    Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const ScalarType natural = is_floating(self.scalar_type()) ? self.scalar_type() : ScalarType::Long;
  ETK_REQUIRE(ctx, dtype.value_or(natural) == result && !is_large_unsigned(result), out);
  return products<kOp>(ctx, self, *wrap_dims(std::nullopt, self.dim()), /*keepdim=*/false, out);
}

}  // namespace etk
