// The vector functions of choose_qparams_per_token_asymmetric
#include "vec/base/operator.h"
#include "vec/quantize/extent.h"

ETK_FASTER(
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out", ExtentFunction, vec::widen_extent);

#include "quantized/op_choose_qparams_per_token_asymmetric.cpp"
