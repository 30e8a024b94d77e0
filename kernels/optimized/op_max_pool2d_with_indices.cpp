// The vector functions of max_pool2d_with_indices
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("max_pool2d_with_indices.out", MaxPoolFunction, vec::for_largest<kOp>(vec::max_pool));

#include "portable/op_max_pool2d_with_indices.cpp"
