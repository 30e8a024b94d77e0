// The vector functions of select_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("select_copy.int_out", CopyFunction, vec::copy);

#include "portable/op_select_copy.cpp"
