// grid_sampler_3d(input, grid): the voxel at each place (x, y, z) of grid, in which -1 and 1 are the edges of
// the volume; the nearest one, or interpolated between two in each dimension
#include "etk/image/grid.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kGridSampler3d[] = "grid_sampler_3d.out";

namespace {

// Computes the voxels of all channels at a position of one volume; the coordinates begin with x.
using VoxelFunction = void (*)(const GridSampler& sampler, const void* place, const char* volume, char* to);

template <typename C>
GridTaps<C> taps_of(const GridSampler& sampler, const void* place, size_t i) {
  C at = static_cast<const C*>(place)[i];
  // NaN stands for the last voxel, unless padding is with zeros.
  at = at != at && sampler.padding != kZeros ? C(1) : at;
  return GridTaps<C>(sampler, at, sampler.input.sizes[4 - i]);
}

template <typename C>
void sample_voxels(const GridSampler& sampler, const void* place, const char* volume, char* to) {
  const View& input = sampler.input;
  const GridTaps<C> xs = taps_of<C>(sampler, place, 0), ys = taps_of<C>(sampler, place, 1),
                    zs = taps_of<C>(sampler, place, 2);
  for (int64_t channel = 0; channel < input.sizes[1]; ++channel) {
    C total = 0;
    for (int i = 0; i < zs.count * ys.count * xs.count; ++i) {
      const int x = i % xs.count, y = i / xs.count % ys.count, z = i / xs.count / ys.count;
      if (xs.indices[x] < 0 || ys.indices[y] < 0 || zs.indices[z] < 0) {
        continue;
      }
      const ptrdiff_t offset = zs.indices[z] * input.strides[2] + ys.indices[y] * input.strides[3] +
                               xs.indices[x] * input.strides[4];
      C voxel;
      load(input.dtype, volume + channel * input.strides[1] + offset, 0, 1, &voxel);
      total += voxel * (xs.weights[x] * ys.weights[y] * zs.weights[z]);
    }
    store(sampler.out.dtype, &total, 1, to + channel * sampler.out.strides[1], 0);
  }
}

// Computes all positions of all volumes.
void sample_volumes(const GridSampler& sampler, VoxelFunction sample) {
  const View &to = sampler.out, &grid = sampler.grid;
  for (int64_t batch = 0; batch < to.sizes[0]; ++batch) {
    for (int64_t z = 0; z < to.sizes[2]; ++z) {
      for (int64_t y = 0; y < to.sizes[3]; ++y) {
        for (int64_t x = 0; x < to.sizes[4]; ++x) {
          const char* place = grid.data + batch * grid.strides[0] + z * grid.strides[1] +
                              y * grid.strides[2] + x * grid.strides[3];
          ChunkBuffer xyz;
          load(grid.dtype, place, grid.strides[4], 3, xyz.bytes);
          char* at =
              to.data + batch * to.strides[0] + z * to.strides[2] + y * to.strides[3] + x * to.strides[4];
          sample(sampler, xyz.bytes, sampler.input.data + batch * sampler.input.strides[0], at);
        }
      }
    }
  }
}

}  // namespace

Tensor& grid_sampler_3d_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& grid,
    int64_t interpolation_mode,
    int64_t padding_mode,
    bool align_corners,
    Tensor& out) {
  static constexpr auto samplers =
      instantiate<kGridSampler3d, kFloats, VoxelFunction>([](auto c) { return sample_voxels<decltype(c)>; });
  const ScalarType dtype = input.scalar_type();
  const VoxelFunction sample = samplers.find(dtype);
  ETK_REQUIRE(ctx, sample && grid.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, interpolation_mode == kBilinear || interpolation_mode == kNearest, out);
  ETK_REQUIRE(ctx, padding_mode >= kZeros && padding_mode <= kReflection, out);
  const View from(input), places(grid);
  ETK_REQUIRE(ctx, from.rank == 5 && places.rank == 5 && places.sizes[4] == 3, out);
  const bool has_voxels = from.sizes[2] > 0 && from.sizes[3] > 0 && from.sizes[4] > 0;
  ETK_REQUIRE(ctx, from.sizes[0] == places.sizes[0] && has_voxels, out);
  Shape shape = from;
  for (size_t d = 2; d < 5; ++d) {
    shape.sizes[d] = places.sizes[d - 1];
  }
  if (resize(ctx, out, shape)) {
    sample_volumes({from, places, View(out), interpolation_mode, padding_mode, align_corners}, sample);
  }
  return out;
}

}  // namespace torch::executor::native
