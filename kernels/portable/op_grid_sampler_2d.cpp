// grid_sampler_2d(input, grid): the pixel at each place (x, y) of grid, in which -1 and 1 are the edges of
// the image; the nearest one, or interpolated between two or four pixels in each dimension
#include "etk/base/faster.h"
#include "etk/image/grid.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGridSampler2d[] = "grid_sampler_2d.out";

Tensor& ETK_KERNEL(grid_sampler_2d_out)(
    Context& ctx,
    const Tensor& input,
    const Tensor& grid,
    int64_t interpolation_mode,
    int64_t padding_mode,
    bool align_corners,
    Tensor& out) {
  static constexpr auto samplers = sample_instances<kGridSampler2d>();
  return sample_grid(
      ctx, samplers, faster<kGridSampler2d, GridFunction>(), input, grid, interpolation_mode, padding_mode,
      align_corners, out);
}

}  // namespace torch::executor::native
