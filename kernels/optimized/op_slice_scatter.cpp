// The vector functions of slice_scatter
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("slice_scatter.out", CopyFunction, vec::convert);

#include "portable/op_slice_scatter.cpp"
