// The vector functions of argmin
#include "etk/reduce/extremes.h"
#include "vec/base/operator.h"
#include "vec/reduce/extremes.h"

ETK_FASTER("argmin.out", ExtremesFunction, vec::extremes);

#include "portable/op_argmin.cpp"
