// The vector functions of permute_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("permute_copy.out", CopyFunction, vec::copy);

#include "portable/op_permute_copy.cpp"
