// The vector functions of upsample_bilinear2d_aa
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/image/resample.h"

ETK_FASTER(
    "_upsample_bilinear2d_aa.out",
    ResampleFunction,
    vec::for_floats<kOp, ResampleFunction>(vec::resample_smoothly));

#include "portable/op_upsample_bilinear2d_aa.cpp"
