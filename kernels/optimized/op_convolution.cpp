// The vector functions of convolution
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/convolution/convolution.h"

ETK_FASTER(
    "convolution.out", FasterConvolution*, vec::for_singles<kOp, FasterConvolution*>(vec::convolve_any));

#include "portable/op_convolution.cpp"
