// The vector functions of unbind_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("unbind_copy.int_out", CopyFunction, vec::copy);

#include "portable/op_unbind_copy.cpp"
