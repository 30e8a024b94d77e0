// The vector functions of softmax_mask
#include "etk/reduce/masked_softmax.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/reduce/masked_softmax.h"

ETK_FASTER(
    "etk::softmax_mask.out",
    MaskedSoftmaxFunction,
    vec::for_floats<kOp, MaskedSoftmaxFunction>(vec::masked_softmax));

#include "fused/op_softmax_mask.cpp"
