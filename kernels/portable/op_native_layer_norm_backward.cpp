// the gradients of layer norm by its input, weight and bias
#include "etk/base/selected_dtypes.h"
#include "etk/reduce/norms.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLayerNormBackward[] = "native_layer_norm_backward.out";

std::tuple<Tensor&, Tensor&, Tensor&> native_layer_norm_backward_out(
    Context& ctx,
    const Tensor& grad_out,
    const Tensor& input,
    ArrayRef<int64_t> normalized_shape,
    const Tensor& mean,
    const Tensor& rstd,
    const std::optional<Tensor>& weight,
    const std::optional<Tensor>& bias,
    ArrayRef<bool> output_mask,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2) {
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out0, out1, out2);
  const Shape shape(input);
  const size_t rank = shape.rank, normalized = normalized_shape.size(), first = rank - normalized;
  ETK_REQUIRE(ctx, output_mask.size() == 3 && normalized >= 1 && normalized <= rank, outs);
  Shape row, statistics = shape;
  for (size_t d = first; d < rank; ++d) {
    ETK_REQUIRE(ctx, shape.sizes[d] == normalized_shape[d - first], outs);
    row.push_back(shape.sizes[d]);
    statistics.sizes[d] = 1;
  }
  ETK_REQUIRE(ctx, Shape(grad_out) == shape && Shape(mean) == statistics && Shape(rstd) == statistics, outs);
  ETK_REQUIRE(ctx, (!weight || Shape(*weight) == row) && (!bias || Shape(*bias) == row), outs);
  const std::optional<Tensor> means(mean), rstds(rstd);
  const ScalarType dtype = statistics_dtype(input, {&weight, &bias, &means, &rstds});
  ETK_REQUIRE(ctx, dtype != ScalarType::Undefined && grad_out.scalar_type() == input.scalar_type(), outs);
  ETK_REQUIRE(ctx, accepts<kLayerNormBackward>(input, mean), outs);
  // A missing parameter has no gradient.
  const bool wanted[] = {output_mask[0], output_mask[1] && weight, output_mask[2] && bias};
  Tensor* const results[] = {&out0, &out1, &out2};
  for (size_t i = 0; i < 3; ++i) {
    ETK_REQUIRE(ctx, !wanted[i] || results[i]->scalar_type() == (i == 0 ? input.scalar_type() : dtype), outs);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (wanted[i] && !resize(ctx, *results[i], i == 0 ? shape : row)) {
      return outs;
    }
  }
  const DimSet outside = (DimSet{1} << first) - 1;
  const std::optional<View> scale = weight ? std::optional<View>(View(*weight)) : std::nullopt;
  const NormGradient gradient{View(grad_out), View(input), View(mean),
                              View(rstd),     scale,       ((DimSet{1} << rank) - 1) & ~outside,
                              outside};
  if (wanted[0]) {
    gradient.set_dx(View(out0));
  }
  if (wanted[1] || wanted[2]) {
    gradient.set_parameters(
        wanted[1] ? std::optional<View>(View(out1)) : std::nullopt,
        wanted[2] ? std::optional<View>(View(out2)) : std::nullopt);
  }
  return outs;
}

}  // namespace torch::executor::native
