// The vector functions of var_mean
#include "etk/reduce/moments.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/variance.h"

ETK_FASTER("var_mean.correction_out", VarianceFunction, vec::for_singles<kOp>(vec::variances));

#include "portable/op_var_mean.cpp"
