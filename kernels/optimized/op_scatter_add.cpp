// The vector functions of scatter_add
#include "vec/base/operator.h"
#include "vec/index/scatter.h"

ETK_FASTER("scatter_add.out", ScatterFunctions, vec::kScatterFunctions);

#include "portable/op_scatter_add.cpp"
