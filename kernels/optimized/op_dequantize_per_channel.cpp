// The vector functions of dequantize_per_channel
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/quantize/affine.h"

ETK_FASTER(
    "quantized_decomposed::dequantize_per_channel.out",
    DequantizeFunction,
    vec::for_floats<kOp>(vec::dequantize));

#include "quantized/op_dequantize_per_channel.cpp"
