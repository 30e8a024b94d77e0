// The vector functions of reflection_pad1d
#include "vec/base/operator.h"
#include "vec/move/padding.h"

ETK_FASTER("reflection_pad1d.out", PadFunctions, vec::kPadFunctions);

#include "portable/op_reflection_pad1d.cpp"
