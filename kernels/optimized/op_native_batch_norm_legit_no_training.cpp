// batch norm with the statistics of training: (input - mean) / √(var + eps) · weight + bias, per channel
#include "etk/norm/batch_norm.h"
#include "vec/norm/norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBatchNorm[] = "_native_batch_norm_legit_no_training.out";

// Computes it if all tensors are computed in float and vectors can take them; false if not, and nothing has
// happened.
static bool run_vectors(const TrainedBatchNorm& norm) {
  if constexpr (!selected_dtypes<kBatchNorm>().has(Compute::kFloat)) {
    return false;
  }
  const Shape shape(norm.input);
  const auto fits = [&shape](const Tensor& each) {
    return vec::is_single(each.scalar_type()) && each.dim() == 1 && each.size(0) == shape.sizes[1];
  };
  if (!accepts<kBatchNorm>(norm.input) || norm.out.scalar_type() != norm.input.scalar_type() ||
      !fits(norm.mean) || !fits(norm.var) || (norm.weight && !fits(*norm.weight)) ||
      (norm.bias && !fits(*norm.bias)) || !resize(norm.out, shape)) {
    return false;
  }
  return vec::batch_norm(
      {vec::array_of(norm.weight), vec::array_of(norm.bias), norm.eps}, vec::array_of(norm.mean),
      vec::array_of(norm.var), View(norm.input), View(norm.out));
}

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
  const TrainedBatchNorm norm{input, weight, bias, running_mean, running_var, eps, out};
  ETK_REQUIRE(ctx, norm.is_valid(), outs);
  if (!run_vectors(norm)) {
    norm.run<kBatchNorm>(ctx);
  }
  leave_statistics(ctx, save_mean, save_invstd);
  return outs;
}

}  // namespace torch::executor::native
