// The vector functions of replication_pad1d
#include "vec/base/operator.h"
#include "vec/move/padding.h"

ETK_FASTER("replication_pad1d.out", PadFunctions, vec::kPadFunctions);

#include "portable/op_replication_pad1d.cpp"
