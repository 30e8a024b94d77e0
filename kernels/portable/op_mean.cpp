// mean(self, dim) = Σ self / n along dim
#include "etk/reduce/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMeanDim[] = "mean.out";
static constexpr char kMean[] = "mean.dtype_out";

static const auto mean_of_row = of_complex([](auto& row) { row.set(0, sum(row) / row.count()); });

Tensor& ETK_KERNEL(mean_dim_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(dim, self.dim());
  ETK_REQUIRE(ctx, dims && (dtype ? *dtype == result : is_floating(part_of(self.scalar_type()))), out);
  if (try_faster<kMeanDim, ReduceFunction>(self, *dims, keepdim, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, keepdim, result);
  rows.run<kMeanDim, kFloats, is_fixed_block<kMeanDim, 1>()>(ctx, mean_of_row);
  return out;
}

Tensor& ETK_KERNEL(mean_dtype_out)(
    Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  ETK_REQUIRE(ctx, dtype ? *dtype == result : is_floating(part_of(self.scalar_type())), out);
  const auto dims = wrap_dims(std::nullopt, self.dim());
  if (try_faster<kMean, ReduceFunction>(self, *dims, /*keepdim=*/false, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, /*keepdim=*/false, result);
  rows.run<kMean, kFloats, /*kIsBlock=*/true>(ctx, mean_of_row);
  return out;
}

}  // namespace torch::executor::native
