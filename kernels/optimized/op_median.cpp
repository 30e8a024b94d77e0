// The vector functions of median
#include "vec/base/operator.h"
#include "vec/order/rank.h"

ETK_FASTER("median.dim_values", RankFunction, vec::ranked);
ETK_FASTER("median.out", RankFunction, vec::ranked);

#include "portable/op_median.cpp"
