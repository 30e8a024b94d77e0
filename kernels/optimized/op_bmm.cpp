// The vector functions of bmm
#include "etk/product/product.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/product/gemm.h"

ETK_FASTER("bmm.out", MultiplyFunction, vec::for_singles<kOp, MultiplyFunction>(vec::multiply));

#include "portable/op_bmm.cpp"
