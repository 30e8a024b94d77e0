// The vector functions of sum
#include "etk/reduce/rows.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows_integers.h"

ETK_FASTER("sum.IntList_out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kSum>));
ETK_FASTER("sum.out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kSum>));

#include "portable/op_sum.cpp"
