// The vector functions of diagonal_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("diagonal_copy.out", CopyFunction, vec::copy);

#include "portable/op_diagonal_copy.cpp"
