// The vector functions of clone
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("clone.out", CopyFunction, vec::copy);

#include "portable/op_clone.cpp"
