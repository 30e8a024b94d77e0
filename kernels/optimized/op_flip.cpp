// The vector functions of flip
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("flip.out", CopyFunction, vec::copy);

#include "portable/op_flip.cpp"
