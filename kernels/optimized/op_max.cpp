// The vector functions of max
#include "etk/reduce/extremes.h"
#include "vec/base/operator.h"
#include "vec/reduce/extremes.h"
#include "vec/reduce/rows_integers.h"

ETK_FASTER("max.dim_max", ExtremesFunction, vec::extremes);
ETK_FASTER("max.unary_out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kMax>));

#include "portable/op_max.cpp"
