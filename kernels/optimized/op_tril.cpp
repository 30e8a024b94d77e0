// The vector functions of tril
#include "etk/move/triangle.h"
#include "vec/base/operator.h"
#include "vec/move/triangle.h"

ETK_FASTER("tril.out", TriangleFunction, vec::copy_triangles);

#include "portable/op_tril.cpp"
