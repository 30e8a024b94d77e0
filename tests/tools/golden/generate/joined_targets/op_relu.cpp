// relu
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_relu.cpp"  // the source itself
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
