// The vector functions of min
#include "etk/reduce/extremes.h"
#include "vec/base/operator.h"
#include "vec/reduce/extremes.h"
#include "vec/reduce/rows_integers.h"

ETK_FASTER("min.dim_min", ExtremesFunction, vec::extremes);
ETK_FASTER("min.unary_out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kMin>));

#include "portable/op_min.cpp"
