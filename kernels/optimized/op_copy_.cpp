// The vector functions of copy_
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("copy_", CopyFunction, vec::convert);

#include "portable/op_copy_.cpp"
