// The vector functions of roll
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("roll.out", CopyFunction, vec::copy);

#include "portable/op_roll.cpp"
