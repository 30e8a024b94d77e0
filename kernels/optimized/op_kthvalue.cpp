// The vector functions of kthvalue
#include "vec/base/operator.h"
#include "vec/order/rank.h"

ETK_FASTER("kthvalue.values", RankFunction, vec::ranked);

#include "portable/op_kthvalue.cpp"
