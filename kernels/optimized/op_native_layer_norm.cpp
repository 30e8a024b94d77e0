// layer norm: (x - mean) / √(variance + eps) · weight + bias over the last dimensions
#include "etk/norm/layer_norm.h"
#include "vec/reduce/rows.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLayerNorm[] = "native_layer_norm.out";

// Computes it if all tensors are of one dtype that is computed in float, in the order of their dimensions;
// false if not, and nothing has been written.
static bool run_rows(const LayerNorm& norm, DimSet dims) {
  if constexpr (!selected_dtypes<kLayerNorm>().has(Compute::kFloat)) {
    return false;
  }
  const Tensor& input = norm.input;
  if (!accepts<kLayerNorm>(input) || !have_dtype(
                                         input.scalar_type(), norm.weight ? *norm.weight : input,
                                         norm.bias ? *norm.bias : input, norm.out, norm.mean, norm.rstd)) {
    return false;
  }
  const Shape shape(norm.input);
  Shape statistics(norm.input);
  for (size_t d = 0; d < shape.rank; ++d) {
    statistics.sizes[d] = dims >> d & 1 ? 1 : shape.sizes[d];
  }
  const DimSet all = (DimSet{1} << shape.rank) - 1;
  vec::RowShape rows, of_out, of_mean, of_rstd, of_weight, of_bias;
  if (!rows.read(norm.input, dims) || (norm.weight && !of_weight.read(*norm.weight, all)) ||
      (norm.bias && !of_bias.read(*norm.bias, all)) || !resize(norm.out, shape) ||
      !resize(norm.mean, statistics) || !resize(norm.rstd, statistics) || !of_out.read(norm.out, dims) ||
      !of_mean.read(norm.mean, all) || !of_rstd.read(norm.rstd, all)) {
    return false;
  }
  vec::layer_norm(
      rows.outer * rows.inner, rows.n, vec::array_of(input), vec::array_of(norm.weight),
      vec::array_of(norm.bias), norm.eps, vec::array_of(norm.out), vec::array_of(norm.mean),
      vec::array_of(norm.rstd));
  return true;
}

std::tuple<Tensor&, Tensor&, Tensor&> opt_native_layer_norm_out(
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
  const LayerNorm norm{input, weight, bias, eps, out, mean_out, rstd_out};
  const auto dims = norm.dims(normalized_shape);
  ETK_REQUIRE(ctx, dims, outs);
  if (!run_rows(norm, *dims)) {
    norm.run<kLayerNorm>(ctx, *dims);
  }
  return outs;
}

}  // namespace torch::executor::native
