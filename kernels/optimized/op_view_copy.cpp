// The vector functions of view_copy
#include "vec/base/operator.h"
#include "vec/move/copy.h"

ETK_FASTER("view_copy.out", CopyFunction, vec::reshape);

#include "portable/op_view_copy.cpp"
