// The vector functions of reflection_pad2d
#include "vec/base/operator.h"
#include "vec/move/padding.h"

ETK_FASTER("reflection_pad2d.out", PadFunctions, vec::kPadFunctions);

#include "portable/op_reflection_pad2d.cpp"
