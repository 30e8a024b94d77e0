// The vector functions of pdist_forward
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/product/distance.h"

ETK_FASTER("_pdist_forward.out", PairFunction, vec::for_floats<kOp, PairFunction>(vec::pair_distances));

#include "portable/op_pdist_forward.cpp"
