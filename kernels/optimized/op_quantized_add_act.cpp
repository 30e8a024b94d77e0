// The vector functions of quantized_add_act
#include "vec/base/operator.h"
#include "vec/quantize/integer_sum.h"

ETK_FASTER("etk::quantized_add_act.out", IntegerSumFunction, vec::add_integers);

#include "fused/op_quantized_add_act.cpp"
