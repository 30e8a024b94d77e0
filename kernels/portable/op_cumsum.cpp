// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around
#include "etk/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCumsum[] = "cumsum.out";

Tensor& cumsum_out(
    Context& ctx, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result, out);
  ETK_REQUIRE(ctx, result != ScalarType::Bool && !is_large_unsigned(result), out);
  Rows rows(self, *dims, result);
  rows.out(out);
  rows.run<kCumsum, kNumbers>(ctx, [](auto& row) {
    using C = ValueOf<decltype(row)>;
    std::conditional_t<std::is_integral_v<C>, uint64_t, double> total = 0;
    row.map([&](C x) { return static_cast<C>(total += x); });
  });
  return out;
}

}  // namespace torch::executor::native
