// The vector functions of adaptive_avg_pool1d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("adaptive_avg_pool1d.out", MeanPoolFunction, vec::for_singles<kOp>(vec::adaptive_mean_pool));

#include "portable/op_adaptive_avg_pool1d.cpp"
