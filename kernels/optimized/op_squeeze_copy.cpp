// The vector functions of squeeze_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("squeeze_copy.dim_out", CopyFunction, vec::copy);
ETK_FASTER("squeeze_copy.dims_out", CopyFunction, vec::copy);

#include "portable/op_squeeze_copy.cpp"
