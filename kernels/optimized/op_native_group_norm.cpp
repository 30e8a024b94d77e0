// group norm: (x - mean) / √(variance + eps) · weight + bias, with the statistics of each group of channels
#include "etk/group_norm.h"
#include "vec/floats.h"
#include "vec/layout.h"
#include "vec/norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGroupNorm[] = "native_group_norm.out";

// Computes it if all tensors are floats that vectors can take; false if not, and nothing has happened.
static bool run_floats(const GroupNorm& norm) {
  if constexpr (!selected_dtypes<kGroupNorm>().has(ScalarType::Float)) {
    return false;
  }
  if (norm.input.scalar_type() != ScalarType::Float || !vec::is_array(View(norm.mean), 0) ||
      !vec::is_array(View(norm.rstd), 0)) {
    return false;
  }
  return vec::group_norm(
      {vec::floats_of(norm.weight), vec::floats_of(norm.bias), norm.eps}, static_cast<size_t>(norm.group),
      View(norm.input), View(norm.out), norm.mean.mutable_data_ptr<float>(),
      norm.rstd.mutable_data_ptr<float>());
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
  const GroupNorm norm{input, weight, bias, group, eps, out0, out1, out2};
  if (norm.prepare(ctx, accepts<kGroupNorm>(input, out1, out2), N, C, HxW) && !run_floats(norm)) {
    norm.run();
  }
  return {out0, out1, out2};
}

}  // namespace torch::executor::native
