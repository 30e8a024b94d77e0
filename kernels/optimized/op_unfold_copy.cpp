// The vector functions of unfold_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("unfold_copy.out", CopyFunction, vec::copy);

#include "portable/op_unfold_copy.cpp"
