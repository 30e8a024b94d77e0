// The vector functions of log_softmax
#include "etk/reduce/softmax.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows.h"

ETK_FASTER("_log_softmax.out", SoftmaxFunction, vec::for_singles<kOp, SoftmaxFunction>(vec::softmax));

#include "portable/op_log_softmax.cpp"
