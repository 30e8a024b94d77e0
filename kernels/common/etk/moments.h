// Means and variances along dimensions.
#pragma once

#include "etk/rows.h"

namespace etk {

/// Sets results of a row to its variance and, if there is a second one, to its mean. Both are computed in
/// double, in two passes: no digits cancel, however large the mean is.
struct Variance {
  double correction;
  bool with_mean;

  template <typename C>
  void operator()(RowOf<C>& row) const {
    const auto n = static_cast<double>(row.count());
    double total = 0, squares = 0;
    row.for_each([&](C x) { total += x; });
    const double mean = total / n;
    row.for_each([&](C x) { squares += (x - mean) * (x - mean); });
    row.set(0, n > 0 ? squares / (n > correction ? n - correction : 0) : mean);  // NaN of nothing
    if (with_mean) {
      row.set(1, mean);
    }
  }
};

/// Sets `out` to Σ (self - mean)² / (n - correction) along `dims`, and `mean` if there is one.
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
  // An out that is wider than self gets all digits.
  const ScalarType result = self.scalar_type() == ScalarType::Double ? ScalarType::Double : ScalarType::Float;
  Rows rows(self, *dims, self.scalar_type());
  rows.result(out, keepdim, result);
  if (mean) {
    rows.result(*mean, keepdim, result);
  }
  rows.run<kOp, kFloats>(ctx, Variance{correction, mean != nullptr});
}

}  // namespace etk
