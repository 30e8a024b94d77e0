// The vector functions of quantize_per_tensor
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/quantize/affine.h"

ETK_FASTER(
    "quantized_decomposed::quantize_per_tensor.out", QuantizeFunction, vec::for_floats<kOp>(vec::quantize));
ETK_FASTER(
    "quantized_decomposed::quantize_per_tensor.Tensor_out",
    QuantizeFunction,
    vec::for_floats<kOp>(vec::quantize));

#include "quantized/op_quantize_per_tensor.cpp"
