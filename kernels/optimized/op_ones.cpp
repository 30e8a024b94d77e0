// The vector functions of ones
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("ones.out", FillFunction, vec::fill);

#include "portable/op_ones.cpp"
