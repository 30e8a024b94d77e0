// The vector functions of quantized_linear_act
#include "vec/base/operator.h"
#include "vec/quantize/integer_convolution.h"

ETK_FASTER("etk::quantized_linear_act.out", IntegerConvolutionFunction, vec::convolve_integers);

#include "fused/op_quantized_linear_act.cpp"
