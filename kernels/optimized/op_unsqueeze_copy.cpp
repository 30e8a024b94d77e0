// The vector functions of unsqueeze_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("unsqueeze_copy.out", CopyFunction, vec::copy);

#include "portable/op_unsqueeze_copy.cpp"
