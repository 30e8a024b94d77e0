// The vector functions of conv_bn_act
#include "etk/convolution/convolve.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/convolution/convolution.h"
#include "vec/product/finish.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk::vec {

static constexpr char kConvBnActName[] = "etk::conv_bn_act.out";

static bool convolve_and_finish(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    Tensor& out,
    const Activate& activate) {
  const View to(out);
  const Finish finish(activate, to);
  if (!convolve_any(ctx, convolution, input, weight, bias, to, finish.epilogue())) {
    return false;
  }
  if (ctx.failure_state() == Error::Ok && !finish.run_rest(to)) {
    activate.run<kConvBnActName>(ctx, out);
  }
  return true;
}

}  // namespace etk::vec

ETK_FASTER(
    "etk::conv_bn_act.out",
    FinishedConvolution<Activate>*,
    vec::for_singles<kOp, FinishedConvolution<Activate>*>(vec::convolve_and_finish));

#include "fused/op_conv_bn_act.cpp"
