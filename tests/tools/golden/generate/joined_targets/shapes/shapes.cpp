#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "shapes/shapes.cpp"
#include "hwy/foreach_target.h"
