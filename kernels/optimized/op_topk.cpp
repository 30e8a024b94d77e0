// The vector functions of topk
#include "etk/order/order.h"
#include "vec/base/operator.h"
#include "vec/order/order.h"

ETK_FASTER("topk.values", OrderFunction, vec::order);

#include "portable/op_topk.cpp"
