// batch norm: (x - mean) / √(variance + eps) · weight + bias per channel; training updates the running
// statistics
#include "etk/norm/batch_statistics.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNormLegit[] = "_native_batch_norm_legit.out";
static constexpr char kBatchNormNoStats[] = "_native_batch_norm_legit.no_stats_out";

std::tuple<Tensor&, Tensor&, Tensor&> ETK_KERNEL_AS(
    _native_batch_norm_legit_out, native_batch_norm_legit_out)(
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
  const BatchNorm norm{input,    weight, bias, running_mean, running_var, training,
                       momentum, eps,    out,  save_mean,    save_invstd};
  ETK_REQUIRE(ctx, accepts<kBatchNormLegit>(input, running_mean), outs);
  if (norm.prepare(ctx) && !try_faster<kBatchNormLegit, BatchNormFunction>(norm)) {
    norm.run();
  }
  return outs;
}

std::tuple<Tensor&, Tensor&, Tensor&> ETK_KERNEL_AS(
    _native_batch_norm_legit_no_stats_out, native_batch_norm_legit_no_stats_out)(
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
  const BatchNorm norm{input, weight, bias, {}, {}, training, momentum, eps, out, save_mean, save_invstd};
  ETK_REQUIRE(ctx, training && accepts<kBatchNormNoStats>(input, save_mean), outs);
  if (norm.prepare(ctx) && !try_faster<kBatchNormNoStats, BatchNormFunction>(norm)) {
    norm.run();
  }
  return outs;
}

}  // namespace torch::executor::native
