// The vector functions of replication_pad2d
#include "vec/base/operator.h"
#include "vec/move/padding.h"

ETK_FASTER("replication_pad2d.out", PadFunctions, vec::kPadFunctions);

#include "portable/op_replication_pad2d.cpp"
