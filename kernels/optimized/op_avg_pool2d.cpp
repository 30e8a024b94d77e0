// The vector functions of avg_pool2d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("avg_pool2d.out", MeanPoolFunction, vec::for_singles<kOp>(vec::mean_pool));

#include "portable/op_avg_pool2d.cpp"
