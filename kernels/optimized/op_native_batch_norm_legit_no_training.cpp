// batch norm with the statistics of training: (input - mean) / √(var + eps) · weight + bias, per channel
#include "etk/map.h"
#include "etk/norms.h"
#include "vec/norm.h"

#include <cmath>
#include <tuple>

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNorm[] = "_native_batch_norm_legit_no_training.out";

namespace {

// Computes it if all tensors are floats that vectors can take; false if not, and nothing has happened.
bool run_floats(
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    const Tensor& mean,
    const Tensor& var,
    double eps,
    Tensor& out) {
  using executorch::ET_RUNTIME_NAMESPACE::resize_tensor;
  if constexpr (!selected_dtypes<kBatchNorm>().has(ScalarType::Float)) {
    return false;
  }
  const auto fits = [&input](const Tensor& each) {
    return each.scalar_type() == ScalarType::Float && each.dim() == 1 && each.size(0) == input.size(1);
  };
  const Shape shape(input);
  if (input.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float || !fits(mean) ||
      !fits(var) || (weight && !fits(*weight)) || (bias && !fits(*bias)) ||
      resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok) {
    return false;
  }
  const auto data = [](const std::optional<Tensor>& tensor) {
    return tensor ? tensor->const_data_ptr<float>() : nullptr;
  };
  return vec::batch_norm(
      {data(weight), data(bias), eps}, mean.const_data_ptr<float>(), var.const_data_ptr<float>(), View(input),
      View(out));
}

void run(
    Context& ctx,
    const Tensor& input,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    const Tensor& mean,
    const Tensor& var,
    double eps,
    Tensor& out) {
  const auto normalize = [eps](auto x, auto mean, auto var, auto scale, auto shift) {
    using C = decltype(x);
    return (x - mean) / std::sqrt(var + static_cast<C>(eps)) * scale + shift;
  };
  const auto per_channel = [](const std::optional<Tensor>& tensor, int64_t otherwise) {
    return tensor ? along(*tensor, 1) : unpromoted(Scalar(otherwise));
  };
  map<kBatchNorm, Promote::kFloating>(
      ctx, out, normalize, input, along(mean, 1), along(var, 1), per_channel(weight, 1),
      per_channel(bias, 0));
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> opt_native_batch_norm_legit_no_training_out(
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
  if (!run_floats(input, weight, bias, running_mean, running_var, eps, out)) {
    run(ctx, input, weight, bias, running_mean, running_var, eps, out);
  }
  // The statistics of this batch are not computed: their outs are empty.
  Shape nothing;
  nothing.push_back(0);
  (void)(resize(ctx, save_mean, nothing) && resize(ctx, save_invstd, nothing));
  return outs;
}

}  // namespace torch::executor::native
