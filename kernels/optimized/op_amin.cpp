// The vector functions of amin
#include "etk/reduce/rows.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows_integers.h"

ETK_FASTER("amin.out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kMin>));

#include "portable/op_amin.cpp"
