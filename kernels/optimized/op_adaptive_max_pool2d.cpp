// The vector functions of adaptive_max_pool2d
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("adaptive_max_pool2d.out", MaxPoolFunction, vec::for_largest<kOp>(vec::adaptive_max_pool));

#include "portable/op_adaptive_max_pool2d.cpp"
