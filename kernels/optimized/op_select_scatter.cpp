// The vector functions of select_scatter
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("select_scatter.out", CopyFunction, vec::convert);

#include "portable/op_select_scatter.cpp"
