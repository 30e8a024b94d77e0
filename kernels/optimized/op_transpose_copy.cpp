// The vector functions of transpose_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("transpose_copy.int_out", CopyFunction, vec::copy);

#include "portable/op_transpose_copy.cpp"
