// The vector functions of softmax
#include "etk/reduce/softmax.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows.h"

ETK_FASTER("_softmax.out", SoftmaxFunction, vec::for_singles<kOp, SoftmaxFunction>(vec::softmax));

#include "portable/op_softmax.cpp"
