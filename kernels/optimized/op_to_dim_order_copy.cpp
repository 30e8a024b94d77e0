// The vector functions of to_dim_order_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("dim_order_ops::_to_dim_order_copy.out", CopyFunction, vec::convert);

#include "portable/op_to_dim_order_copy.cpp"
