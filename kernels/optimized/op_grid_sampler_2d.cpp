// The vector functions of grid_sampler_2d
#include "etk/image/grid.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/image/grid.h"

ETK_FASTER("grid_sampler_2d.out", GridFunction, vec::for_floats<kOp>(vec::sample_grid));

#include "portable/op_grid_sampler_2d.cpp"
