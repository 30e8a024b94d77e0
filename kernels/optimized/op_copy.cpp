// The vector functions of copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("copy.out", CopyFunction, vec::convert);

#include "portable/op_copy.cpp"
