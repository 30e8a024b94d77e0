// The vector functions of bucketize
#include "vec/base/operator.h"
#include "vec/order/search.h"

ETK_FASTER("bucketize.Tensor_out", FindFunction, vec::find_places);

#include "portable/op_bucketize.cpp"
