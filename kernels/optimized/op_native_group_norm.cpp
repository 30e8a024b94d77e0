// group norm: (x - mean) / √(variance + eps) · weight + bias, with the statistics of each group of channels
#include "etk/norm/group_norm.h"
#include "vec/base/layout.h"
#include "vec/norm/norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGroupNorm[] = "native_group_norm.out";

// Computes it if all tensors are computed in float and vectors can take them; false if not, and nothing has
// happened.
static bool run_vectors(const GroupNorm& norm) {
  if constexpr (!selected_dtypes<kGroupNorm>().has(Compute::kFloat)) {
    return false;
  }
  if (!vec::is_single(norm.mean.scalar_type()) || !vec::is_array(View(norm.mean), 0) ||
      !vec::is_array(View(norm.rstd), 0)) {
    return false;
  }
  return vec::group_norm(
      {vec::array_of(norm.weight), vec::array_of(norm.bias), norm.eps}, static_cast<size_t>(norm.group),
      View(norm.input), View(norm.out), vec::array_of(norm.mean), vec::array_of(norm.rstd));
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
  if (norm.prepare(ctx, accepts<kGroupNorm>(input, out1, out2), N, C, HxW) && !run_vectors(norm)) {
    norm.run();
  }
  return {out0, out1, out2};
}

}  // namespace torch::executor::native
