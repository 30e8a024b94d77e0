// The vector functions of scatter
#include "vec/base/operator.h"
#include "vec/index/scatter.h"

ETK_FASTER("scatter.src_out", ScatterFunctions, vec::kScatterFunctions);
ETK_FASTER("scatter.value_out", ScatterFunctions, vec::kScatterFunctions);

#include "portable/op_scatter.cpp"
