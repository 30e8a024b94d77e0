// The vector functions of im2col
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("im2col.out", CopyFunction, vec::copy);
ETK_FASTER("im2col.out", FillFunction, vec::fill);

#include "portable/op_im2col.cpp"
