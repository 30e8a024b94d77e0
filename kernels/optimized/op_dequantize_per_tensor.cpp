// The vector functions of dequantize_per_tensor
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/quantize/affine.h"

ETK_FASTER(
    "quantized_decomposed::dequantize_per_tensor.out",
    DequantizeFunction,
    vec::for_floats<kOp>(vec::dequantize));
ETK_FASTER(
    "quantized_decomposed::dequantize_per_tensor.Tensor_out",
    DequantizeFunction,
    vec::for_floats<kOp>(vec::dequantize));

#include "quantized/op_dequantize_per_tensor.cpp"
