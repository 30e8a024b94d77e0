// The vector functions of full
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("full.out", FillFunction, vec::fill);

#include "portable/op_full.cpp"
