// add
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_add.cpp"  // the source itself
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
