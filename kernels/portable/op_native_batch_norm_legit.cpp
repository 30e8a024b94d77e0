// batch norm: (x - mean) / √(variance + eps) · weight + bias per channel; training updates the running
// statistics: r ← (1 - momentum) · r + momentum · that of this batch, with the unbiased variance
#include "etk/norms.h"

#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNormLegit[] = "_native_batch_norm_legit.out";
static constexpr char kBatchNormNoStats[] = "_native_batch_norm_legit.no_stats_out";

namespace {

struct BatchNorm {
  const Tensor& input;
  std::optional<Tensor> parameters[4];  // weight, bias, running mean and variance
  bool training;
  double momentum;
  double eps;
  Tensor &out, &save_mean, &save_invstd;
};

bool is_valid_batch_norm(const BatchNorm& norm) {
  const auto& parameters = norm.parameters;
  const ScalarType dtype =
      statistics_dtype(norm.input, {&parameters[0], &parameters[1], &parameters[2], &parameters[3]});
  if (dtype == ScalarType::Undefined || norm.input.dim() < 2 ||
      norm.out.scalar_type() != norm.input.scalar_type() || norm.save_mean.scalar_type() != dtype ||
      norm.save_invstd.scalar_type() != dtype || (norm.training && norm.input.numel() == 0)) {
    return false;
  }
  for (const auto& parameter : parameters) {
    if (parameter && (parameter->dim() != 1 || parameter->size(0) != norm.input.size(1))) {
      return false;
    }
  }
  return true;
}

void run_batch_norm(Context& ctx, BatchNorm norm) {
  Shape statistics;
  statistics.push_back(norm.training ? norm.input.size(1) : 0);
  if (!resize(ctx, norm.out, Shape(norm.input)) || !resize(ctx, norm.save_mean, statistics) ||
      !resize(ctx, norm.save_invstd, statistics)) {
    return;
  }
  const View x(norm.input);
  const auto& [weight, bias, running_mean, running_var] = norm.parameters;
  Doubles rows(x, ((DimSet{1} << x.rank) - 1) & ~DimSet{2});
  const size_t from = rows.add(x), to = rows.add(View(norm.out));
  const size_t weights = weight ? rows.add(padded(View(*weight), x.rank - 1)) : rows.add(1);
  const size_t biases = bias ? rows.add(padded(View(*bias), x.rank - 1)) : rows.add(0);
  // There is a row for each channel, in order.
  const auto n = static_cast<double>(rows.row_size());
  for (ptrdiff_t c = 0; rows.next_row(); ++c) {
    const auto at = [c](const Tensor& tensor) {
      return View(tensor).data + c * static_cast<ptrdiff_t>(tensor.element_size());
    };
    const auto value = [&](const Tensor& tensor) { return read_double(tensor.scalar_type(), at(tensor)); };
    const auto set = [&](const Tensor& tensor, double to) {
      write_double(tensor.scalar_type(), at(tensor), to);
    };
    if (!norm.training) {
      const double scale = 1 / std::sqrt(value(*running_var) + norm.eps);
      normalize(rows, from, value(*running_mean), scale, weights, biases, to);
      continue;
    }
    const Moments statistic = moments(rows, from);
    const double invstd = 1 / std::sqrt(statistic.squares / n + norm.eps);
    normalize(rows, from, statistic.mean, invstd, weights, biases, to);
    set(norm.save_mean, statistic.mean);
    set(norm.save_invstd, invstd);
    // PyTorch rounds every step of this to BFloat16, though none to Half.
    const auto update = [&](const std::optional<Tensor>& running, double now) {
      if (running) {
        const bool rounds = running->scalar_type() == ScalarType::BFloat16;
        const auto round = [rounds](double x) {
          return rounds ? static_cast<double>(static_cast<float>(BFloat16(static_cast<float>(x)))) : x;
        };
        const double part = round(norm.momentum);
        set(*running, round(round(1 - part) * value(*running)) + round(part * round(now)));
      }
    };
    update(running_mean, statistic.mean);
    update(running_var, statistic.squares / (n - 1));
  }
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_out(
    Context& ctx,
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    Tensor& running_mean,
    Tensor& running_var,
    bool training,
    double momentum,
    double eps,
    Tensor& out,
    Tensor& save_mean,
    Tensor& save_invstd) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, save_mean, save_invstd);
  const BatchNorm norm{
      input, {weight, bias, running_mean, running_var}, training, momentum, eps, out, save_mean, save_invstd};
  ETK_REQUIRE(ctx, accepts<kBatchNormLegit>(input, running_mean) && is_valid_batch_norm(norm), outs);
  run_batch_norm(ctx, norm);
  return outs;
}

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_no_stats_out(
    Context& ctx,
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    bool training,
    double momentum,
    double eps,
    Tensor& out,
    Tensor& save_mean,
    Tensor& save_invstd) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, save_mean, save_invstd);
  const BatchNorm norm{input, {weight, bias, {}, {}}, training, momentum, eps, out, save_mean, save_invstd};
  ETK_REQUIRE(ctx, training && accepts<kBatchNormNoStats>(input, save_mean), outs);
  ETK_REQUIRE(ctx, is_valid_batch_norm(norm), outs);
  run_batch_norm(ctx, norm);
  return outs;
}

}  // namespace torch::executor::native
