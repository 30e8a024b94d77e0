// The vector functions of upsample_nearest2d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/image/resample.h"

ETK_FASTER(
    "upsample_nearest2d.out",
    ResampleFunction,
    vec::for_floats<kOp, ResampleFunction>(vec::resample_nearest));
ETK_FASTER(
    "upsample_nearest2d.vec_out",
    ResampleFunction,
    vec::for_floats<kOp, ResampleFunction>(vec::resample_nearest));

#include "portable/op_upsample_nearest2d.cpp"
