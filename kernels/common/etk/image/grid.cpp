#include "etk/image/grid.h"
#include "etk/base/selected_dtypes.h"

namespace etk {
namespace {

// Computes all positions of all images.
void run(const GridSampler& sampler, SampleFunction sample) {
  const View &to = sampler.out, &grid = sampler.grid;
  for (int64_t batch = 0; batch < to.sizes[0]; ++batch) {
    for (int64_t y = 0; y < to.sizes[2]; ++y) {
      for (int64_t x = 0; x < to.sizes[3]; ++x) {
        const char* place = grid.data + batch * grid.strides[0] + y * grid.strides[1] + x * grid.strides[2];
        ChunkBuffer xy;
        load(grid.dtype, place, grid.strides[3], 2, xy.bytes);
        char* at = to.data + batch * to.strides[0] + y * to.strides[2] + x * to.strides[3];
        sample(sampler, xy.bytes, sampler.input.data + batch * sampler.input.strides[0], at);
      }
    }
  }
}

}  // namespace

Tensor& sample_grid(
    Context& ctx,
    const Instances<SampleFunction>& samplers,
    GridFunction faster,
    const Tensor& input,
    const Tensor& grid,
    int64_t mode,
    int64_t padding,
    bool align_corners,
    Tensor& out) {
  const ScalarType dtype = input.scalar_type();
  const SampleFunction sample = samplers.find(dtype);
  ETK_REQUIRE(ctx, sample && grid.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, mode >= kBilinear && mode <= kBicubic, out);
  ETK_REQUIRE(ctx, padding >= kZeros && padding <= kReflection, out);
  const View from(input), places(grid);
  ETK_REQUIRE(ctx, from.rank == 4 && places.rank == 4 && places.sizes[3] == 2, out);
  const bool has_pixels = from.sizes[2] > 0 && from.sizes[3] > 0;
  ETK_REQUIRE(ctx, from.sizes[0] == places.sizes[0] && has_pixels, out);
  Shape shape = from;
  shape.sizes[2] = places.sizes[1];
  shape.sizes[3] = places.sizes[2];
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const GridSampler sampler{from, places, View(out), mode, padding, align_corners};
  if (!faster || !faster(sampler)) {
    run(sampler, sample);
  }
  return out;
}

}  // namespace etk
