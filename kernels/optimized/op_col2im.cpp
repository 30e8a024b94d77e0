// The vector functions of col2im
#include "vec/base/operator.h"
#include "vec/convolution/columns.h"

ETK_FASTER("col2im.out", ColumnsFunction, vec::add_columns);

#include "portable/op_col2im.cpp"
