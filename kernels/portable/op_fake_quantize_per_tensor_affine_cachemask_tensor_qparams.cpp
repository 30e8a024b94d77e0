// _fake_quantize_per_tensor_affine_cachemask_tensor_qparams(x): like
// fake_quantize_per_tensor_affine_cachemask, with a scale and a zero point in tensors of one element; x if
// fake_quant_enabled is 0
#include "etk/elementwise/doubles.h"
#include "etk/elementwise/fake_quantize.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFakeQuantizeTensors[] =
    "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams.out";

std::tuple<Tensor&, Tensor&> _fake_quantize_per_tensor_affine_cachemask_tensor_qparams_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& scale,
    const Tensor& zero_point,
    const Tensor& fake_quant_enabled,
    int64_t quant_min,
    int64_t quant_max,
    Tensor& out0,
    Tensor& out1) {
  const std::tuple<Tensor&, Tensor&> outs(out0, out1);
  for (const Tensor* number : {&scale, &zero_point, &fake_quant_enabled}) {
    ETK_REQUIRE(ctx, accepts<kFakeQuantizeTensors>(*number) && number->numel() == 1, outs);
    ETK_REQUIRE(ctx, compute_of(number->scalar_type()) != Compute::kNone, outs);
  }
  const auto value = [](const Tensor& number) {
    return read_double(number.scalar_type(), static_cast<const char*>(number.const_data_ptr()));
  };
  if (value(fake_quant_enabled) == 0) {
    ETK_REQUIRE(
        ctx, out0.scalar_type() == self.scalar_type() && out1.scalar_type() == ScalarType::Bool, outs);
    ETK_REQUIRE(ctx, (accepts<kFakeQuantizeTensors>(self, out1)), outs);
    if (resize(ctx, out0, Shape(self)) && resize(ctx, out1, Shape(self))) {
      copy(View(self), View(out0));
      fill(View(out1), true);
    }
    return outs;
  }
  ETK_REQUIRE(ctx, quant_min <= quant_max, outs);
  const QuantizedRange range{quant_min, quant_max};
  const Scalar step(value(scale)), zero(std::trunc(value(zero_point)));
  return fake_quantize<kFakeQuantizeTensors>(
      ctx, self, unrounded(unpromoted(step)), unrounded(unpromoted(zero)), range, out0, out1);
}

}  // namespace torch::executor::native
