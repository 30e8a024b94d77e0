// The vector functions of repeat
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("repeat.out", CopyFunction, vec::copy);

#include "portable/op_repeat.cpp"
