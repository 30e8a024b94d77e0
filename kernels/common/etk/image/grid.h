// Images sampled at the positions of a grid; coordinates -1 and 1 are the edges of the image.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/view.h"

#include <cmath>
#include <optional>

namespace etk {

enum GridMode : int64_t { kBilinear, kNearest, kBicubic };
enum GridPadding : int64_t { kZeros, kBorder, kReflection };

struct GridSampler {
  View input;
  View grid;
  View out;
  int64_t mode;
  int64_t padding;
  bool align_corners;
};

// The pixels along a dimension between which a position is interpolated.
template <typename C>
class GridTaps {
 public:
  // `at` is the coordinate in the grid, `size` the size of the dimension.
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
  int64_t indices[4];  // -1 outside the image
  C weights[4];

 private:
  void add(C index, C weight) {
    indices[count] = index >= 0 && index < size_ ? static_cast<int64_t>(index) : -1;
    weights[count++] = weight;
  }

  // The weight of a pixel at this distance: cubic convolution with a slope of -3/4 at 1.
  static C cubic(C d) {
    constexpr C a = C(-0.75);
    return d <= 1 ? ((a + 2) * d - (a + 3)) * d * d + 1 : ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  }

  // The position after padding: positions outside the image are moved inside.
  C padded(C x) const {
    if (sampler_.padding == kZeros) {
      return x;
    }
    if (sampler_.padding == kReflection) {
      // Reflects between the centers of the outermost pixels, or between their edges.
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

// Computes the pixels of all channels at a position of one image.
using SampleFunction = void (*)(const GridSampler& sampler, const void* xy, const char* image, char* to);

template <typename C>
void sample_pixels(const GridSampler& sampler, const void* xy, const char* image, char* to) {
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

/// The sample functions for the dtypes that the build has selected for an operator.
template <const char* kOp>
constexpr Instances<SampleFunction> sample_instances() {
  return instantiate<kOp, kFloats, SampleFunction>([](auto c) { return sample_pixels<decltype(c)>; });
}

/// A faster implementation that computes all positions of all images. It returns false, without changing
/// anything, if it does not support the call.
using GridFunction = bool (*)(const GridSampler& sampler);

/// The operator grid_sampler_2d; `faster` may be null.
Tensor& sample_grid(
    Context& ctx,
    const Instances<SampleFunction>& samplers,
    GridFunction faster,
    const Tensor& input,
    const Tensor& grid,
    int64_t mode,
    int64_t padding,
    bool align_corners,
    Tensor& out);

}  // namespace etk
