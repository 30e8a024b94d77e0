// The vector functions of index_put_
#include "vec/base/operator.h"
#include "vec/index/put.h"

ETK_FASTER("index_put_", PutFunctions, vec::kPutFunctions);

#include "portable/op_index_put_.cpp"
