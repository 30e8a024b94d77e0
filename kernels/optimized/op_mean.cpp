// The vector functions of mean
#include "etk/reduce/rows.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows.h"

ETK_FASTER("mean.out", ReduceFunction, (vec::reduce_floats<kOp, vec::Reduction::kSum, /*kIsMean=*/true>));
ETK_FASTER(
    "mean.dtype_out", ReduceFunction, (vec::reduce_floats<kOp, vec::Reduction::kSum, /*kIsMean=*/true>));

#include "portable/op_mean.cpp"
