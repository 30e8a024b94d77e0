// grid_sampler_2d(input, grid): the pixel at each place (x, y) of grid, in which -1 and 1 are the edges of
// the image; the nearest one, or interpolated between two or four pixels in each dimension
#include "etk/grid.h"
#include "vec/grid.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGridSampler2d[] = "grid_sampler_2d.out";

Tensor& opt_grid_sampler_2d_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& grid,
    int64_t interpolation_mode,
    int64_t padding_mode,
    bool align_corners,
    Tensor& out) {
  static constexpr auto instances =
      instantiate<kGridSampler2d, kFloats, SampleFunction>([](auto c) { return sample_grid<decltype(c)>; });
  const SampleFunction sample = instances.find(input.scalar_type());
  const auto sampler = read_grid_sampler(
      ctx, sample != nullptr, input, grid, interpolation_mode, padding_mode, align_corners, out);
  if (!sampler) {
    return out;
  }
  if constexpr (selected_dtypes<kGridSampler2d>().has(ScalarType::Float)) {
    if (vec::sample_grid(*sampler)) {
      return out;
    }
  }
  run_grid_sampler(*sampler, sample);
  return out;
}

}  // namespace torch::executor::native
