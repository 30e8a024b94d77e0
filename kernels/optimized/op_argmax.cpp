// The vector functions of argmax
#include "etk/reduce/extremes.h"
#include "vec/base/operator.h"
#include "vec/reduce/extremes.h"

ETK_FASTER("argmax.out", ExtremesFunction, vec::extremes);

#include "portable/op_argmax.cpp"
