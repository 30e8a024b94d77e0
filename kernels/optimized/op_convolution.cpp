// The vector functions of convolution
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/convolution/convolution.h"

namespace etk::vec {

static bool convolve_alone(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out) {
  return convolve_any(ctx, convolution, input, weight, bias, out, Epilogue());
}

}  // namespace etk::vec

ETK_FASTER(
    "convolution.out", FasterConvolution*, vec::for_singles<kOp, FasterConvolution*>(vec::convolve_alone));

#include "portable/op_convolution.cpp"
