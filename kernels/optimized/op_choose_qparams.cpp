// The vector functions of choose_qparams
#include "vec/base/operator.h"
#include "vec/quantize/extent.h"

ETK_FASTER("quantized_decomposed::choose_qparams.Tensor_out", ExtentFunction, vec::widen_extent);

#include "quantized/op_choose_qparams.cpp"
