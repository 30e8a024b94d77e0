// batch norm: (x - mean) / √(variance + eps) · weight + bias per channel; training updates the running
// statistics
#include "etk/norm/batch_statistics.h"
#include "vec/norm/norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNormLegit[] = "_native_batch_norm_legit.out";
static constexpr char kBatchNormNoStats[] = "_native_batch_norm_legit.no_stats_out";

// Computes it if the input is computed in float and vectors can take it; false if not, and nothing has
// happened.
template <const char* kOp>
static bool run_vectors(const BatchNorm& norm) {
  if constexpr (!selected_dtypes<kOp>().has(Compute::kFloat)) {
    return false;
  } else {
    const View from(norm.input), to(norm.out);
    const vec::ChannelNorm affine{vec::array_of(norm.weight), vec::array_of(norm.bias), norm.eps};
    if (!norm.training) {
      return vec::batch_norm(
          affine, vec::array_of(norm.running_mean), vec::array_of(norm.running_var), from, to);
    }
    const auto n = static_cast<double>(norm.input.numel() / norm.input.size(1));
    const auto update = [&norm, n](size_t channel, const Moments& moments) {
      norm.update(channel, moments, n);
    };
    return vec::batch_norm(
        affine, from, to, vec::array_of(norm.save_mean), vec::array_of(norm.save_invstd),
        norm.updates() ? vec::KeepMoments(update) : nullptr);
  }
}

std::tuple<Tensor&, Tensor&, Tensor&> opt_native_batch_norm_legit_out(
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
  if (norm.prepare(ctx) && !run_vectors<kBatchNormLegit>(norm)) {
    norm.run();
  }
  return outs;
}

std::tuple<Tensor&, Tensor&, Tensor&> opt_native_batch_norm_legit_no_stats_out(
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
  if (norm.prepare(ctx) && !run_vectors<kBatchNormNoStats>(norm)) {
    norm.run();
  }
  return outs;
}

}  // namespace torch::executor::native
