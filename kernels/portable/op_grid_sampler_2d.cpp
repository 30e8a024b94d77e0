// grid_sampler_2d(input, grid): the pixel at each place (x, y) of grid, in which -1 and 1 are the edges of
// the image; the nearest one, or interpolated between two or four pixels in each dimension
#include "etk/chunk.h"
#include "etk/view.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGridSampler2d[] = "grid_sampler_2d.out";

namespace {

enum GridMode : int64_t { kBilinear, kNearest, kBicubic };
enum GridPadding : int64_t { kZeros, kBorder, kReflection };

struct GridSampler {
  const View& input;
  const View& out;
  int64_t mode;
  int64_t padding;
  bool align_corners;
};

// The pixels along a dimension that a place is interpolated between.
template <typename C>
class GridTaps {
 public:
  // `at` is the place in the grid, in a dimension of this size.
  GridTaps(const GridSampler& sampler, C at, int64_t size) : sampler_(sampler), size_(static_cast<C>(size)) {
    const C x = sampler.align_corners ? (at + 1) / 2 * (size_ - 1) : ((at + 1) * size_ - 1) / 2;
    if (sampler.mode == kNearest) {
      add(std::nearbyint(padded(x)), 1);
    } else if (sampler.mode == kBilinear) {
      const C place = padded(x), low = std::floor(place);
      add(low, low + 1 - place);
      add(low + 1, place - low);
    } else {
      const C low = std::floor(x), t = x - low;
      for (int i = -1; i < 3; ++i) {
        add(padded(low + static_cast<C>(i)), cubic(std::fabs(t - static_cast<C>(i))));
      }
    }
  }

  int count = 0;
  int64_t indices[4];  // -1 beside the image
  C weights[4];

 private:
  void add(C index, C weight) {
    indices[count] = index >= 0 && index < size_ ? static_cast<int64_t>(index) : -1;
    weights[count++] = weight;
  }

  // The weight of a pixel at this distance: the cubic convolution with a slope of -3/4 at 1.
  static C cubic(C d) {
    constexpr C a = C(-0.75);
    return d <= 1 ? ((a + 2) * d - (a + 3)) * d * d + 1 : ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  }

  // The place where one beside the image takes its pixel from.
  C padded(C x) const {
    if (sampler_.padding == kZeros) {
      return x;
    }
    if (sampler_.padding == kReflection) {
      // Back and forth between the centers of the outermost pixels, or their edges.
      const C low = sampler_.align_corners ? C(0) : C(-0.5);
      const C length = sampler_.align_corners ? size_ - 1 : size_;
      const C distance = std::fabs(x - low), beyond = std::fmod(distance, length);
      const bool is_back = std::fmod(std::floor(distance / length), C(2)) != 0;
      x = length > 0 ? low + (is_back ? length - beyond : beyond) : C(0);
    }
    return x > 0 ? (x < size_ - 1 ? x : size_ - 1) : C(0);  // NaN becomes 0
  }

  const GridSampler& sampler_;
  const C size_;
};

// Computes the pixels of all channels at a place of one image.
using SampleFunction = void (*)(const GridSampler& sampler, const void* xy, const char* image, char* to);

template <typename C>
void sample_grid(const GridSampler& sampler, const void* xy, const char* image, char* to) {
  const View& input = sampler.input;
  const GridTaps<C> xs(sampler, static_cast<const C*>(xy)[0], input.sizes[3]);
  const GridTaps<C> ys(sampler, static_cast<const C*>(xy)[1], input.sizes[2]);
  for (int64_t channel = 0; channel < input.sizes[1]; ++channel) {
    C total = 0;
    for (int i = 0; i < ys.count; ++i) {
      C row = 0;
      for (int j = 0; j < xs.count; ++j) {
        C pixel = 0;
        if (ys.indices[i] >= 0 && xs.indices[j] >= 0) {
          const ptrdiff_t offset = ys.indices[i] * input.strides[2] + xs.indices[j] * input.strides[3];
          load(input.dtype, image + channel * input.strides[1] + offset, 0, 1, &pixel);
        }
        row += pixel * xs.weights[j];
      }
      total += row * ys.weights[i];
    }
    store(sampler.out.dtype, &total, 1, to + channel * sampler.out.strides[1], 0);
  }
}

}  // namespace

Tensor& grid_sampler_2d_out(
    Context& ctx,
    const Tensor& input,
    const Tensor& grid,
    int64_t interpolation_mode,
    int64_t padding_mode,
    bool align_corners,
    Tensor& out) {
  static constexpr auto instances =
      instantiate<kGridSampler2d, kFloats, SampleFunction>([](auto c) { return sample_grid<decltype(c)>; });
  const ScalarType dtype = input.scalar_type();
  const SampleFunction sample = instances.find(dtype);
  ETK_REQUIRE(ctx, sample && grid.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, interpolation_mode >= kBilinear && interpolation_mode <= kBicubic, out);
  ETK_REQUIRE(ctx, padding_mode >= kZeros && padding_mode <= kReflection, out);
  const View from(input), places(grid);
  ETK_REQUIRE(ctx, from.rank == 4 && places.rank == 4 && places.sizes[3] == 2, out);
  ETK_REQUIRE(ctx, from.sizes[0] == places.sizes[0] && from.sizes[2] > 0 && from.sizes[3] > 0, out);
  Shape shape = from;
  shape.sizes[2] = places.sizes[1];
  shape.sizes[3] = places.sizes[2];
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  const GridSampler sampler{from, to, interpolation_mode, padding_mode, align_corners};
  for (int64_t batch = 0; batch < to.sizes[0]; ++batch) {
    for (int64_t y = 0; y < to.sizes[2]; ++y) {
      for (int64_t x = 0; x < to.sizes[3]; ++x) {
        const char* place =
            places.data + batch * places.strides[0] + y * places.strides[1] + x * places.strides[2];
        ChunkBuffer xy;
        load(dtype, place, places.strides[3], 2, xy.bytes);
        char* at = to.data + batch * to.strides[0] + y * to.strides[2] + x * to.strides[3];
        sample(sampler, xy.bytes, from.data + batch * from.strides[0], at);
      }
    }
  }
  return out;
}

}  // namespace torch::executor::native
