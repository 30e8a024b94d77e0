// The vector functions of replication_pad3d
#include "vec/base/operator.h"
#include "vec/move/padding.h"

ETK_FASTER("replication_pad3d.out", PadFunctions, vec::kPadFunctions);

#include "portable/op_replication_pad3d.cpp"
