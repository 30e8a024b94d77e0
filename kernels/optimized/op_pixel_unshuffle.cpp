// The vector functions of pixel_unshuffle
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("pixel_unshuffle.out", CopyFunction, vec::copy);

#include "portable/op_pixel_unshuffle.cpp"
