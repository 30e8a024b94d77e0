// The vector functions of pixel_shuffle
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("pixel_shuffle.out", CopyFunction, vec::copy);

#include "portable/op_pixel_shuffle.cpp"
