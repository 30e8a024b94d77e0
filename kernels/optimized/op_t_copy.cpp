// The vector functions of t_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("t_copy.out", CopyFunction, vec::copy);

#include "portable/op_t_copy.cpp"
