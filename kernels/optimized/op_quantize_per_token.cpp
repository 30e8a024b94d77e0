// The vector functions of quantize_per_token
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/quantize/affine.h"

ETK_FASTER(
    "quantized_decomposed::quantize_per_token.out", QuantizeFunction, vec::for_floats<kOp>(vec::quantize));

#include "quantized/op_quantize_per_token.cpp"
