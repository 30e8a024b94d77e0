// The vector functions of amax
#include "etk/reduce/rows.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows_integers.h"

ETK_FASTER("amax.out", ReduceFunction, (vec::reduce_numbers<kOp, vec::Reduction::kMax>));

#include "portable/op_amax.cpp"
