// The vector functions of searchsorted
#include "vec/base/operator.h"
#include "vec/order/search.h"

ETK_FASTER("searchsorted.Tensor_out", FindFunction, vec::find_places);

#include "portable/op_searchsorted.cpp"
