// The vector functions of embedding_byte
#include "etk/quantize/table.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/quantize/affine_run.h"

ETK_FASTER(
    "quantized_decomposed::embedding_byte.out",
    DequantizeArrayFunction,
    vec::for_floats<kOp>(vec::dequantize_array));
ETK_FASTER(
    "quantized_decomposed::embedding_byte.dtype_out",
    DequantizeArrayFunction,
    vec::for_floats<kOp>(vec::dequantize_array));

#include "quantized/op_embedding_byte.cpp"
