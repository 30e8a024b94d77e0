// Means and variances along dimensions.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/rows.h"

#include <tuple>

namespace etk {

/// Sets results of a row to its variance and, if there is a second result, to its mean. Both are computed in
/// double, in two passes, so that there is no cancellation for large means.
struct Variance {
  double correction;
  bool with_mean;

  template <typename Row>
  void operator()(Row& row) const {
    using C = ValueOf<Row>;
    const auto n = static_cast<double>(row.count());
    double total = 0, squares = 0;
    row.for_each([&](C x) { total += static_cast<double>(x); });
    const double mean = total / n;
    row.for_each([&](C x) {
      const double off = static_cast<double>(x) - mean;
      squares += off * off;
    });
    row.set(0, n > 0 ? squares / (n > correction ? n - correction : 0) : mean);  // NaN for an empty row
    if (with_mean) {
      row.set(1, mean);
    }
  }
};

/// A faster implementation of variances and, if they have an out, means; or null. It returns false, without
/// writing anything, if it does not support the tensors.
using VarianceFunction =
    bool (*)(const Tensor& self, DimSet dims, double correction, bool keepdim, Tensor& out, Tensor* mean);

/// Sets `out` to Σ (self - mean)² / (n - correction) along `dims`, and `mean` if it is not null.
template <const char* kOp>
void variances(
    Context& ctx,
    const Tensor& self,
    const std::optional<DimSet>& dims,
    double correction,
    bool keepdim,
    Tensor& out,
    Tensor* mean) {
  ETK_REQUIRE(ctx, dims.has_value(), );
  if (accepts<kOp>(self) && try_faster<kOp, VarianceFunction>(self, *dims, correction, keepdim, out, mean)) {
    return;
  }
  // If the out is wider than self, the result is not rounded to the dtype of self.
  const ScalarType result = self.scalar_type() == ScalarType::Double ? ScalarType::Double : ScalarType::Float;
  Rows rows(self, *dims, self.scalar_type());
  rows.result(out, keepdim, result);
  if (mean) {
    rows.result(*mean, keepdim, result);
  }
  rows.run<kOp, kFloats, is_fixed_block<kOp, 1>()>(ctx, Variance{correction, mean != nullptr});
}

/// Variances and means along dimensions, in the dtype of self.
template <const char* kOp>
ETK_INLINE std::tuple<Tensor&, Tensor&> variances_and_means(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out,
    Tensor& mean) {
  const std::tuple<Tensor&, Tensor&> outs(out, mean);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && mean.scalar_type() == dtype, outs);
  const double less = correction ? etk::to<double>(*correction) : 1;
  variances<kOp>(ctx, self, wrap_dims(dim, self.dim()), less, keepdim, out, &mean);
  return outs;
}

}  // namespace etk
