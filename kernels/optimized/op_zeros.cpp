// The vector functions of zeros
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("zeros.out", FillFunction, vec::fill);

#include "portable/op_zeros.cpp"
