// The vector functions of constant_pad_nd
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("constant_pad_nd.out", FillFunction, vec::fill);
ETK_FASTER("constant_pad_nd.out", CopyFunction, vec::copy);

#include "portable/op_constant_pad_nd.cpp"
