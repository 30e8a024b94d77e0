// The vector functions of cdist_forward
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/product/distance.h"

ETK_FASTER("_cdist_forward.out", DistanceFunction, vec::for_floats<kOp, DistanceFunction>(vec::distances));

#include "portable/op_cdist_forward.cpp"
