// Scans along a dimension: cumulative sums and products.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/rows.h"

namespace etk {

/// A faster implementation, or null. It returns false, without changing anything, if it does not support the
/// tensors.
using AccumulateFunction = bool (*)(const Tensor& self, DimSet dims, Tensor& out);

/// out[i] = f(… f(f(first, self[0]), self[1]) …, self[i]), computed in the dtype of the out: integers wrap
/// around, and other dtypes are computed in double.
template <const char* kOp, typename F>
ETK_INLINE Tensor& accumulate(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    std::optional<ScalarType> dtype,
    int first,
    const F& f,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result, out);
  ETK_REQUIRE(ctx, result != ScalarType::Bool && !is_large_unsigned(result), out);
  if (try_faster<kOp, AccumulateFunction>(self, *dims, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.out(out);
  rows.run<kOp, kNumbers>(ctx, [first, &f](auto& row) {
    using C = ValueOf<decltype(row)>;
    using Total = std::conditional_t<std::is_integral_v<C>, uint64_t, double>;
    Total total = static_cast<Total>(first);
    row.map([&](C x) { return static_cast<C>(total = f(total, static_cast<Total>(x))); });
  });
  return out;
}

}  // namespace etk
