// The vector functions of fft_c2r
#include "etk/fourier/transform.h"
#include "vec/base/operator.h"
#include "vec/fourier/fourier.h"

ETK_FASTER("_fft_c2r.out", TransformFunction, vec::transform);

#include "portable/op_fft_c2r.cpp"
