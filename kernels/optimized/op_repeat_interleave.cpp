// The vector functions of repeat_interleave
#include "etk/move/repeat_interleave.h"
#include "vec/base/operator.h"
#include "vec/creation/sequence.h"
#include "vec/index/index_range.h"

ETK_FASTER("repeat_interleave.Tensor_out", RepeatFunctions, {vec::are_indices, vec::repeat_indices});

#include "portable/op_repeat_interleave.cpp"
