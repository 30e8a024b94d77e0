// The vector functions of full_like
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("full_like.out", FillFunction, vec::fill);

#include "portable/op_full_like.cpp"
