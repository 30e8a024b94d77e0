// group norm: (x - mean) / √(variance + eps) · weight + bias, with the statistics of each group of channels
#include "etk/norms.h"
#include "vec/layout.h"
#include "vec/norm.h"

#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGroupNorm[] = "native_group_norm.out";

// Computes it if all tensors are floats that vectors can take; false if not, and nothing has happened.
static bool run_floats(
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    int64_t group,
    double eps,
    Tensor& out,
    Tensor& mean,
    Tensor& rstd) {
  if constexpr (!selected_dtypes<kGroupNorm>().has(ScalarType::Float)) {
    return false;
  }
  const View to_mean(mean), to_rstd(rstd);
  if (input.scalar_type() != ScalarType::Float || !vec::is_array(to_mean, 0) || !vec::is_array(to_rstd, 0)) {
    return false;
  }
  const auto data = [](const std::optional<Tensor>& tensor) {
    return tensor ? tensor->const_data_ptr<float>() : nullptr;
  };
  return vec::group_norm(
      {data(weight), data(bias), eps}, static_cast<size_t>(group), View(input), View(out),
      mean.mutable_data_ptr<float>(), rstd.mutable_data_ptr<float>());
}

std::tuple<Tensor&, Tensor&, Tensor&> opt_native_group_norm_out(
    Context& ctx,
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    int64_t N,
    int64_t C,
    int64_t HxW,
    int64_t group,
    double eps,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out0, out1, out2);
  const ScalarType dtype = statistics_dtype(input, {&weight, &bias});
  ETK_REQUIRE(ctx, dtype != ScalarType::Undefined && out0.scalar_type() == input.scalar_type(), outs);
  ETK_REQUIRE(ctx, out1.scalar_type() == dtype && out2.scalar_type() == dtype, outs);
  ETK_REQUIRE(ctx, accepts<kGroupNorm>(input, out1, out2), outs);
  const size_t rank = input.dim();
  ETK_REQUIRE(ctx, rank >= 2 && rank < kMaxRank && input.size(0) == N && input.size(1) == C, outs);
  ETK_REQUIRE(ctx, input.numel() == N * C * HxW && group > 0 && C % group == 0, outs);
  for (const auto* affine : {&weight, &bias}) {
    ETK_REQUIRE(ctx, !*affine || (affine->value().dim() == 1 && affine->value().size(0) == C), outs);
  }
  Shape statistics;
  statistics.push_back(N);
  statistics.push_back(group);
  if (!resize(ctx, out0, Shape(input)) || !resize(ctx, out1, statistics) || !resize(ctx, out2, statistics)) {
    return outs;
  }
  if (run_floats(input, weight, bias, group, eps, out0, out1, out2)) {
    return outs;
  }
  // Dimensions: N, group, channels of a group, …
  const int64_t inner = C / group;
  const auto per_channel = [&](const Tensor& tensor) {
    return split(padded(View(tensor), rank - 1), 0, inner);
  };
  const View x = split(View(input), 1, inner);
  Doubles rows(x, ((DimSet{1} << x.rank) - 1) & ~DimSet{3});
  const size_t from = rows.add(x), to = rows.add(split(View(out0), 1, inner));
  const size_t weights = weight ? rows.add(per_channel(*weight)) : rows.add(1);
  const size_t biases = bias ? rows.add(per_channel(*bias)) : rows.add(0);
  const size_t to_mean = rows.add(padded(View(out1), rank + 1));
  const size_t to_rstd = rows.add(padded(View(out2), rank + 1));
  while (rows.next_row()) {
    const auto n = static_cast<double>(rows.row_size());
    const Moments statistic = moments(rows, from);
    const double rstd = 1 / std::sqrt(statistic.squares / n + eps);
    normalize(rows, from, statistic.mean, rstd, weights, biases, to);
    rows.set_row_value(to_mean, n == 0 ? 0 : statistic.mean);
    rows.set_row_value(to_rstd, rstd);
  }
  return outs;
}

}  // namespace torch::executor::native
