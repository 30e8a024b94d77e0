// The vector functions of adaptive_avg_pool2d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("_adaptive_avg_pool2d.out", MeanPoolFunction, vec::for_singles<kOp>(vec::adaptive_mean_pool));

#include "portable/op_adaptive_avg_pool2d.cpp"
