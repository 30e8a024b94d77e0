// The vector functions of prod
#include "etk/reduce/prod.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/prod.h"

ETK_FASTER("prod.int_out", ProductFunction, vec::for_singles<kOp>(vec::product));
ETK_FASTER("prod.out", ProductFunction, vec::for_singles<kOp>(vec::product));

#include "portable/op_prod.cpp"
