// The vector functions of stack
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("stack.out", CopyFunction, vec::convert);

#include "portable/op_stack.cpp"
