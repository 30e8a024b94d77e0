// The vector functions of var
#include "etk/reduce/moments.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/variance.h"

ETK_FASTER("var.out", VarianceFunction, vec::for_singles<kOp>(vec::variances));
ETK_FASTER("var.correction_out", VarianceFunction, vec::for_singles<kOp>(vec::variances));

#include "portable/op_var.cpp"
