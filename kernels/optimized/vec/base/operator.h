// For sources that define operators: the kernels below this include belong to this library, as `opt_add_out`
// instead of `add_out`.
//
//   #include "vec/base/operator.h"
//
//   ETK_FASTER("_softmax.out", SoftmaxFunction, vec::softmax);
//
//   #include "portable/op_softmax.cpp"
#pragma once

#include "etk/base/faster.h"  // IWYU pragma: export

#undef ETK_KERNEL
#define ETK_KERNEL(name) opt_##name
#undef ETK_KERNEL_AS
#define ETK_KERNEL_AS(name, other) opt_##other
