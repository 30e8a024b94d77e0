// The vector functions of fft_r2c
#include "etk/fourier/transform.h"
#include "vec/base/operator.h"
#include "vec/fourier/fourier.h"

ETK_FASTER("_fft_r2c.out", TransformFunction, vec::transform);

#include "portable/op_fft_r2c.cpp"
