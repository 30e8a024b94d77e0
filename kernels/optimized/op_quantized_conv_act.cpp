// The vector functions of quantized_conv_act
#include "vec/base/operator.h"
#include "vec/quantize/integer_convolution.h"

ETK_FASTER("etk::quantized_conv_act.out", IntegerConvolutionFunction, vec::convolve_integers);

#include "fused/op_quantized_conv_act.cpp"
