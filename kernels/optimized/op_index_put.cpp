// The vector functions of index_put
#include "vec/base/operator.h"
#include "vec/index/put.h"

ETK_FASTER("index_put.out", PutFunctions, vec::kPutFunctions);

#include "portable/op_index_put.cpp"
