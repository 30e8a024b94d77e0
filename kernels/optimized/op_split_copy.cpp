// The vector functions of split_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("split_copy.Tensor_out", CopyFunction, vec::copy);

#include "portable/op_split_copy.cpp"
