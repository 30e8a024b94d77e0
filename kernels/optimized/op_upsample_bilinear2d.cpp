// The vector functions of upsample_bilinear2d
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/image/resample.h"

ETK_FASTER(
    "upsample_bilinear2d.out",
    ResampleFunction,
    vec::for_floats<kOp, ResampleFunction>(vec::resample_linear));
ETK_FASTER(
    "upsample_bilinear2d.vec_out",
    ResampleFunction,
    vec::for_floats<kOp, ResampleFunction>(vec::resample_linear));

#include "portable/op_upsample_bilinear2d.cpp"
