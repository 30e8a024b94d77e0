// mean(self, dim) = Σ self / n along dim
#include "etk/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMeanDim[] = "mean.out";

Tensor& mean_dim_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = dtype.value_or(self.scalar_type());
  const auto dims = wrap_dims(dim, self.dim());
  ETK_REQUIRE(ctx, dims && is_floating(result) && out.scalar_type() == result, out);
  Rows rows(self, *dims, result);
  rows.result(out, keepdim, result);
  rows.run<kMeanDim, kFloats>(ctx, [](auto& row) { row.set(0, sum(row) / row.count()); });
  return out;
}

}  // namespace torch::executor::native
