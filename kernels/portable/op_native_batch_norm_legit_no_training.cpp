// batch norm with the statistics of training: (input - mean) / √(var + eps) · weight + bias, per channel
#include "etk/norm/batch_norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNorm[] = "_native_batch_norm_legit_no_training.out";

std::tuple<Tensor&, Tensor&, Tensor&> ETK_KERNEL_AS(
    _native_batch_norm_legit_no_training_out, native_batch_norm_legit_no_training_out)(
    Context& ctx,
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    const Tensor& running_mean,
    const Tensor& running_var,
    double momentum,
    double eps,
    Tensor& out,
    Tensor& save_mean,
    Tensor& save_invstd) {
  (void)momentum;  // only used for training
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, save_mean, save_invstd);
  const TrainedBatchNorm norm{input, weight, bias, running_mean, running_var, eps, out};
  ETK_REQUIRE(ctx, norm.is_valid<kBatchNorm>(), outs);
  norm.run<kBatchNorm>(ctx);
  leave_statistics<kBatchNorm>(ctx, save_mean, save_invstd);
  return outs;
}

}  // namespace torch::executor::native
