// The vector functions of sort
#include "etk/order/order.h"
#include "vec/base/operator.h"
#include "vec/order/order.h"

ETK_FASTER("sort.values", OrderFunction, vec::order);
ETK_FASTER("sort.values_stable", OrderFunction, vec::order);

#include "portable/op_sort.cpp"
