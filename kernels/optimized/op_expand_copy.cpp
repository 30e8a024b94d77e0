// The vector functions of expand_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("expand_copy.out", CopyFunction, vec::copy);

#include "portable/op_expand_copy.cpp"
