// layer norm: (x - mean) / √(variance + eps) · weight + bias over the last dimensions
#include "etk/norms.h"
#include "etk/rows.h"

#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLayerNorm[] = "native_layer_norm.out";

std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_out(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> normalized_shape,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    double eps,
    Tensor& out,
    Tensor& mean_out,
    Tensor& rstd_out) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, mean_out, rstd_out);
  const size_t rank = input.dim(), normalized = normalized_shape.size();
  ETK_REQUIRE(ctx, normalized >= 1 && normalized <= rank, outs);
  DimSet dims = 0;
  for (size_t d = 0; d < normalized; ++d) {
    const size_t dim = rank - normalized + d;
    dims |= DimSet{1} << dim;
    ETK_REQUIRE(ctx, input.sizes()[dim] == normalized_shape[d], outs);
    for (const auto* affine : {&weight, &bias}) {
      ETK_REQUIRE(
          ctx,
          !*affine || (affine->value().dim() == static_cast<ssize_t>(normalized) &&
                       affine->value().sizes()[d] == normalized_shape[d]),
          outs);
    }
  }
  const ScalarType dtype = input.scalar_type();
  ETK_REQUIRE(ctx, statistics_dtype(input, {&weight, &bias}) != ScalarType::Undefined, outs);
  Rows rows(input, dims, dtype == ScalarType::Double ? dtype : ScalarType::Float);
  weight ? rows.input(*weight) : rows.input(1);
  bias ? rows.input(*bias) : rows.input(0);
  rows.out(out);
  rows.result(mean_out, /*keepdim=*/true, dtype);
  rows.result(rstd_out, /*keepdim=*/true, dtype);
  rows.run<kLayerNorm, kFloats>(ctx, [eps](auto& row) {
    using C = ValueOf<decltype(row)>;
    const auto n = row.count();
    const C mean = sum(row) / n;
    const C variance = sum(row, [mean](C x) { return (x - mean) * (x - mean); }) / n;
    const C rstd = 1 / std::sqrt(variance + static_cast<C>(eps));
    row.map([=](C x, C scale, C shift) { return (x - mean) * rstd * scale + shift; });
    row.set(0, mean);
    row.set(1, rstd);
  });
  return outs;
}

}  // namespace torch::executor::native
