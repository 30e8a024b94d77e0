// The vector functions of fill
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("fill.Scalar_out", FillFunction, vec::fill);
ETK_FASTER("fill.Tensor_out", CopyFunction, vec::convert);

#include "portable/op_fill.cpp"
