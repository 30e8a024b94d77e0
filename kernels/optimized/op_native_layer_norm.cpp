// layer norm: (x - mean) / √(variance + eps) · weight + bias over the last dimensions
#include "etk/rows.h"

#include <cmath>
#include <tuple>
#include "vec/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLayerNorm[] = "native_layer_norm.out";

namespace {

// Computes it if all tensors are floats, in the order of their dimensions; false if not, and nothing has
// happened.
bool run_floats(
    const Tensor& input,
    DimSet dims,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    double eps,
    Tensor& out,
    Tensor& mean,
    Tensor& rstd) {
  using executorch::ET_RUNTIME_NAMESPACE::resize_tensor;
  if constexpr (!selected_dtypes<kLayerNorm>().has(ScalarType::Float)) {
    return false;
  }
  const Shape shape(input);
  Shape statistics = shape;
  for (size_t d = 0; d < shape.rank; ++d) {
    statistics.sizes[d] = dims >> d & 1 ? 1 : shape.sizes[d];
  }
  const DimSet all = (DimSet{1} << shape.rank) - 1;
  vec::RowShape rows, of_out, of_mean, of_rstd, of_weight, of_bias;
  if (!rows.read(input, dims) || (weight && !of_weight.read(*weight, all)) ||
      (bias && !of_bias.read(*bias, all)) || resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok ||
      resize_tensor(mean, {statistics.sizes, shape.rank}) != Error::Ok ||
      resize_tensor(rstd, {statistics.sizes, shape.rank}) != Error::Ok || !of_out.read(out, dims) ||
      !of_mean.read(mean, all) || !of_rstd.read(rstd, all)) {
    return false;
  }
  const auto data = [](const std::optional<Tensor>& tensor) {
    return tensor ? tensor->const_data_ptr<float>() : nullptr;
  };
  vec::layer_norm(
      rows.outer * rows.inner, rows.n, input.const_data_ptr<float>(), data(weight), data(bias), eps,
      out.mutable_data_ptr<float>(), mean.mutable_data_ptr<float>(), rstd.mutable_data_ptr<float>());
  return true;
}

}  // namespace

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
  if (run_floats(input, dims, weight, bias, eps, out, mean_out, rstd_out)) {
    return outs;
  }
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
