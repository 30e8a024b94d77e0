// The vector functions of split_with_sizes_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("split_with_sizes_copy.out", CopyFunction, vec::copy);

#include "portable/op_split_with_sizes_copy.cpp"
