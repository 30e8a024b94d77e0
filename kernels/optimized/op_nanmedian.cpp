// The vector functions of nanmedian
#include "vec/base/operator.h"
#include "vec/order/rank.h"

ETK_FASTER("nanmedian.dim_values", RankFunction, vec::ranked);
ETK_FASTER("nanmedian.out", RankFunction, vec::ranked);

#include "portable/op_nanmedian.cpp"
