// The vector functions of triu
#include "etk/move/triangle.h"
#include "vec/base/operator.h"
#include "vec/move/triangle.h"

ETK_FASTER("triu.out", TriangleFunction, vec::copy_triangles);

#include "portable/op_triu.cpp"
