// The vector functions of narrow_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("narrow_copy.out", CopyFunction, vec::copy);

#include "portable/op_narrow_copy.cpp"
