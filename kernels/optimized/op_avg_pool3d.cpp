// The vector functions of avg_pool3d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/pool/pool.h"

ETK_FASTER("avg_pool3d.out", MeanPoolFunction, vec::for_floats<kOp>(vec::mean_pool));

#include "portable/op_avg_pool3d.cpp"
