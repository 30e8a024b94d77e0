// The vector functions of gather
#include "vec/base/operator.h"
#include "vec/index/places.h"

ETK_FASTER("gather.out", PlaceFunctions, vec::kPlaceFunctions);

#include "portable/op_gather.cpp"
