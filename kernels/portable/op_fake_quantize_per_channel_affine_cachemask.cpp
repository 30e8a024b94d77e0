// fake_quantize_per_channel_affine_cachemask(x): like fake_quantize_per_tensor_affine_cachemask, with a scale
// and a zero point for each index of dimension `axis`
#include "etk/elementwise/doubles.h"
#include "etk/elementwise/fake_quantize.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFakeQuantizeChannels[] = "fake_quantize_per_channel_affine_cachemask.out";

static bool have_zero_points(const IntegerRange& range, const Tensor& zero_point) {
  const View zeros(zero_point);
  bool are_in_range = true;
  for (int64_t i = 0; i < zeros.sizes[0] && !is_floating(zeros.dtype); ++i) {
    are_in_range = are_in_range && range.has(read_double(zeros.dtype, zeros.data + i * zeros.strides[0]));
  }
  return are_in_range;
}

std::tuple<Tensor&, Tensor&> fake_quantize_per_channel_affine_cachemask_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& scale,
    const Tensor& zero_point,
    int64_t axis,
    int64_t quant_min,
    int64_t quant_max,
    Tensor& out0,
    Tensor& out1) {
  const IntegerRange range{quant_min, quant_max, zero_point.scalar_type() == ScalarType::Float};
  const std::tuple<Tensor&, Tensor&> outs(out0, out1);
  const ScalarType zeros = zero_point.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kFakeQuantizeChannels>(scale, zero_point)) && quant_min <= quant_max, outs);
  ETK_REQUIRE(ctx, scale.scalar_type() == ScalarType::Float, outs);
  ETK_REQUIRE(ctx, zeros == ScalarType::Int || zeros == ScalarType::Float, outs);
  ETK_REQUIRE(ctx, axis >= 0 && axis < self.dim() && scale.dim() == 1 && zero_point.dim() == 1, outs);
  ETK_REQUIRE(ctx, scale.size(0) == self.size(axis) && zero_point.size(0) == self.size(axis), outs);
  ETK_REQUIRE(ctx, have_zero_points(range, zero_point), outs);
  const auto dim = static_cast<size_t>(axis);
  return fake_quantize<kFakeQuantizeChannels>(
      ctx, self, along(scale, dim), along(zero_point, dim), range, out0, out1);
}

}  // namespace torch::executor::native
