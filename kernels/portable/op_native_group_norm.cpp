// group norm: (x - mean) / √(variance + eps) · weight + bias, with the statistics of each group of channels
#include "etk/norm/group_norm.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGroupNorm[] = "native_group_norm.out";

std::tuple<Tensor&, Tensor&, Tensor&> ETK_KERNEL(native_group_norm_out)(
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
  if (norm.prepare(ctx, accepts<kGroupNorm>(input, out1, out2), N, C, HxW) &&
      !try_faster<kGroupNorm, GroupNormFunction>(norm)) {
    norm.run();
  }
  return {out0, out1, out2};
}

}  // namespace torch::executor::native
