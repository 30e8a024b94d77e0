// The vector functions of slice_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("slice_copy.Tensor_out", CopyFunction, vec::copy);

#include "portable/op_slice_copy.cpp"
