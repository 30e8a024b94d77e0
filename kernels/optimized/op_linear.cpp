// The vector functions of linear
#include "etk/product/product.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/product/gemm.h"

ETK_FASTER("linear.out", MultiplyFunction, vec::for_singles<kOp, MultiplyFunction>(vec::multiply));

#include "portable/op_linear.cpp"
