// batch norm with the statistics of training: (input - mean) / √(var + eps) · weight + bias, per channel
#include "etk/map.h"
#include "etk/norms.h"
#include "etk/view.h"

#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNorm[] = "_native_batch_norm_legit_no_training.out";

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_no_training_out(
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
  (void)momentum;  // is for training
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out, save_mean, save_invstd);
  const std::optional<Tensor> mean(running_mean), var(running_var);
  const ScalarType statistics = statistics_dtype(input, {&weight, &bias, &mean, &var});
  ETK_REQUIRE(ctx, input.dim() >= 2 && statistics != ScalarType::Undefined, outs);
  const auto normalize = [eps](auto x, auto mean, auto var, auto scale, auto shift) {
    using C = decltype(x);
    return (x - mean) / std::sqrt(var + static_cast<C>(eps)) * scale + shift;
  };
  const auto per_channel = [](const std::optional<Tensor>& tensor, int64_t otherwise) {
    return tensor ? along(*tensor, 1) : unpromoted(Scalar(otherwise));
  };
  map<kBatchNorm, Promote::kFloating>(
      ctx, out, normalize, input, along(running_mean, 1), along(running_var, 1), per_channel(weight, 1),
      per_channel(bias, 0));
  // The statistics of this batch are not computed: their outs are empty.
  Shape nothing;
  nothing.push_back(0);
  (void)(resize(ctx, save_mean, nothing) && resize(ctx, save_invstd, nothing));
  return outs;
}

}  // namespace torch::executor::native
