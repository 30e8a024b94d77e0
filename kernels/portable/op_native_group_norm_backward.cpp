// the gradients of group norm by its input, weight and bias
#include "etk/base/selected_dtypes.h"
#include "etk/reduce/norms.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGroupNormBackward[] = "native_group_norm_backward.out";

std::tuple<Tensor&, Tensor&, Tensor&> native_group_norm_backward_out(
    Context& ctx,
    const Tensor& grad_out,
    const Tensor& input,
    const Tensor& mean,
    const Tensor& rstd,
    const std::optional<Tensor>& weight,
    int64_t N,
    int64_t C,
    int64_t HxW,
    int64_t group,
    ArrayRef<bool> output_mask,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out0, out1, out2);
  const Shape shape(input);
  const size_t rank = shape.rank;
  ETK_REQUIRE(ctx, output_mask.size() == 3 && rank >= 2 && rank < kMaxRank, outs);
  ETK_REQUIRE(ctx, input.size(0) == N && input.size(1) == C && input.numel() == N * C * HxW, outs);
  ETK_REQUIRE(ctx, group > 0 && C % group == 0 && Shape(grad_out) == shape, outs);
  ETK_REQUIRE(ctx, !weight || (weight->dim() == 1 && weight->size(0) == C), outs);
  Shape statistics, channels;
  statistics.push_back(N);
  statistics.push_back(group);
  channels.push_back(C);
  ETK_REQUIRE(ctx, Shape(mean) == statistics && Shape(rstd) == statistics, outs);
  const std::optional<Tensor> means(mean), rstds(rstd);
  const ScalarType dtype = statistics_dtype(input, {&weight, &means, &rstds});
  ETK_REQUIRE(ctx, dtype != ScalarType::Undefined && grad_out.scalar_type() == input.scalar_type(), outs);
  ETK_REQUIRE(ctx, accepts<kGroupNormBackward>(input, mean), outs);
  Tensor* const results[] = {&out0, &out1, &out2};
  for (size_t i = 0; i < 3; ++i) {
    ETK_REQUIRE(
        ctx, !output_mask[i] || results[i]->scalar_type() == (i == 0 ? input.scalar_type() : dtype), outs);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (output_mask[i] && !resize(ctx, *results[i], i == 0 ? shape : channels)) {
      return outs;
    }
  }
  // The dimensions are N, group, channels of a group, …
  const int64_t inner = C / group;
  const auto grouped = [&](const Tensor& tensor) { return split(View(tensor), 1, inner); };
  const auto per_channel = [&](const Tensor& tensor) {
    return split(padded(View(tensor), rank - 1), 0, inner);
  };
  const auto per_group = [&](const Tensor& tensor) { return padded(View(tensor), rank + 1); };
  const DimSet all = (DimSet{1} << (rank + 1)) - 1;
  const std::optional<View> scale = weight ? std::optional<View>(per_channel(*weight)) : std::nullopt;
  const NormGradient gradient{grouped(grad_out), grouped(input),  per_group(mean), per_group(rstd), scale,
                              all & ~DimSet{3},  all & ~DimSet{6}};
  if (output_mask[0]) {
    gradient.set_dx(grouped(out0));
  }
  if (output_mask[1] || output_mask[2]) {
    gradient.set_parameters(
        output_mask[1] ? std::optional<View>(per_channel(out1)) : std::nullopt,
        output_mask[2] ? std::optional<View>(per_channel(out2)) : std::nullopt);
  }
  return outs;
}

}  // namespace torch::executor::native
