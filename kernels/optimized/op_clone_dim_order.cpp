// The vector functions of clone_dim_order
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("dim_order_ops::_clone_dim_order.out", CopyFunction, vec::copy);

#include "portable/op_clone_dim_order.cpp"
