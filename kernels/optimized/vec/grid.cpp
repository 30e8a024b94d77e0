#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/grid.cpp"
#include "vec/each_target.h"

#include "vec/grid.h"
#include "vec/parallel.h"

#ifndef ETK_VEC_GRID_TYPES
#define ETK_VEC_GRID_TYPES

namespace etk::vec {

// Taps of all places that are sampled at once: so many that what a channel is read for comes from a near
// cache, and so few that they do, too.
constexpr size_t kMostTaps = 1024;

// Some places. Strides count floats.
struct GridPart {
  const float* image;
  size_t channels;
  ptrdiff_t image_channel, image_row;
  float height, width;
  const float* places;  // x and y of each
  float* out;
  ptrdiff_t out_channel;
  size_t count;  // no more than kMostTaps / taps_of(mode)
  int64_t mode, padding;
  bool align_corners;
};

// Pixels that a place is interpolated between.
inline size_t taps_of(int64_t mode) {
  return mode == kNearest ? 1 : mode == kBilinear ? 4 : 16;
}

void read_pixels(const float* image, const int32_t* offsets, size_t n, float* pixels);

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using V = hn::Vec<Tag>;
using Integers = hn::RebindToSigned<Tag>;

// The pixels along a dimension that a vector of places is interpolated between. In memory, as there are one,
// two or four of them.
struct Taps {
  size_t count = 0;
  HWY_ALIGN float indices[4][hn::MaxLanes(Tag())];
  HWY_ALIGN float weights[4][hn::MaxLanes(Tag())];

  HWY_INLINE void add(V index, V weight) {
    hn::Store(index, Tag(), indices[count]);
    hn::Store(weight, Tag(), weights[count++]);
  }
};

// The weight of a pixel at this distance: the cubic convolution with a slope of -3/4 at 1.
HWY_INLINE V cubic(V d) {
  const Tag tag;
  const auto set = [tag](float x) HWY_ATTR { return hn::Set(tag, x); };
  const V near = hn::MulAdd(hn::Mul(hn::MulAdd(set(1.25f), d, set(-2.25f)), d), d, set(1.0f));
  const V far = hn::MulAdd(hn::MulAdd(hn::MulAdd(set(-0.75f), d, set(3.75f)), d, set(-6.0f)), d, set(3.0f));
  return hn::IfThenElse(hn::Le(d, set(1.0f)), near, far);
}

// The place where one beside the image takes its pixel from.
HWY_INLINE V padded(const GridPart& part, V x, float size) {
  const Tag d;
  if (part.padding == kZeros) {
    return x;
  }
  if (part.padding == kReflection) {
    // Back and forth between the centers of the outermost pixels, or their edges.
    const V low = hn::Set(d, part.align_corners ? 0.0f : -0.5f);
    const float reach = part.align_corners ? size - 1 : size;
    const V length = hn::Set(d, reach);
    const V distance = hn::Abs(hn::Sub(x, low));
    const V times = hn::Floor(hn::Div(distance, length));
    const V beyond = hn::NegMulAdd(times, length, distance);
    const V half = hn::Mul(times, hn::Set(d, 0.5f));
    const auto is_back = hn::Ne(hn::Floor(half), half);
    x = hn::Add(low, hn::IfThenElse(is_back, hn::Sub(length, beyond), beyond));
    x = reach > 0 ? x : hn::Zero(d);
  }
  // NaN becomes 0.
  const V last = hn::Set(d, size - 1);
  return hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::Min(x, last));
}

HWY_INLINE void find_taps(const GridPart& part, V at, float size, Taps& taps) {
  const Tag d;
  const V one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f);
  const V shifted = hn::Add(at, one);
  const V x = part.align_corners ? hn::Mul(hn::Mul(shifted, half), hn::Set(d, size - 1))
                                 : hn::Mul(hn::Sub(hn::Mul(shifted, hn::Set(d, size)), one), half);
  if (part.mode == kNearest) {
    taps.add(hn::Round(padded(part, x, size)), one);
  } else if (part.mode == kBilinear) {
    const V place = padded(part, x, size), low = hn::Floor(place), high = hn::Add(low, one);
    taps.add(low, hn::Sub(high, place));
    taps.add(high, hn::Sub(place, low));
  } else {
    const V low = hn::Floor(x), t = hn::Sub(x, low);
    for (size_t i = 0; i < 4; ++i) {
      const V offset = hn::Set(d, static_cast<float>(i) - 1.0f);
      taps.add(padded(part, hn::Add(low, offset), size), cubic(hn::Abs(hn::Sub(t, offset))));
    }
  }
}

// What places of a part are interpolated from, in each channel: by vectors of places, for each its taps.
class Samples {
 public:
  explicit Samples(const GridPart& part) : part_(part), taps_(taps_of(part.mode)) {
    static_assert(kMostTaps >= 16 * hn::MaxLanes(Tag()), "");
    for (size_t i = 0; i < part.count; i += hn::Lanes(Tag())) {
      find(i);
    }
  }

  void sample(size_t channel) const {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    const float* image = part_.image + static_cast<ptrdiff_t>(channel) * part_.image_channel;
    float* out = part_.out + static_cast<ptrdiff_t>(channel) * part_.out_channel;
    // All of them before any is loaded again: a vector of what has just been stored one by one has to wait.
    HWY_ALIGN float pixels[kMostTaps];
    const size_t count = (part_.count + lanes - 1) / lanes * lanes;
    read_pixels(image, offsets_, taps_ * count, pixels);
    for (size_t i = 0; i < part_.count; i += lanes) {
      const V value = interpolate(i, pixels + i * taps_);
      hn::StoreN(value, d, out + i, HWY_MIN(lanes, part_.count - i));
    }
  }

 private:
  void find(size_t first) {
    const Tag d;
    const Integers integers;
    const size_t lanes = hn::Lanes(d), count = HWY_MIN(lanes, part_.count - first);
    HWY_ALIGN float xs[hn::MaxLanes(Tag())], ys[hn::MaxLanes(Tag())];
    for (size_t i = 0; i < lanes; ++i) {
      const float* place = part_.places + 2 * (first + (i < count ? i : 0));
      xs[i] = place[0];
      ys[i] = place[1];
    }
    Taps x, y;
    find_taps(part_, hn::Load(d, xs), part_.width, x);
    find_taps(part_, hn::Load(d, ys), part_.height, y);
    const auto zero = hn::Zero(d);
    for (size_t i = 0; i < y.count; ++i) {
      for (size_t j = 0; j < x.count; ++j) {
        const V column = hn::Load(d, x.indices[j]), row = hn::Load(d, y.indices[i]);
        const auto in_line = hn::And(hn::Ge(column, zero), hn::Lt(column, hn::Set(d, part_.width)));
        const auto in_rows = hn::And(hn::Ge(row, zero), hn::Lt(row, hn::Set(d, part_.height)));
        const auto inside = hn::And(in_line, in_rows);
        const auto offset = hn::Add(
            hn::Mul(hn::ConvertTo(integers, row), hn::Set(integers, static_cast<int32_t>(part_.image_row))),
            hn::ConvertTo(integers, column));
        const size_t at = first * taps_ + (i * x.count + j) * lanes;
        hn::Store(hn::IfThenElseZero(hn::RebindMask(integers, inside), offset), integers, offsets_ + at);
        hn::Store(hn::VecFromMask(d, inside), d, insides_ + at);
      }
    }
    for (size_t i = 0; i < x.count; ++i) {
      hn::Store(hn::Load(d, x.weights[i]), d, columns_ + first * x.count + i * lanes);
      hn::Store(hn::Load(d, y.weights[i]), d, rows_ + first * x.count + i * lanes);
    }
  }

  HWY_INLINE V interpolate(size_t first, const float* pixels) const {
    const Tag d;
    const size_t lanes = hn::Lanes(d), n = taps_ == 1 ? 1 : taps_ == 4 ? 2 : 4;
    const float *insides = insides_ + first * taps_, *columns = columns_ + first * n;
    V total = hn::Zero(d);
    for (size_t i = 0; i < n; ++i) {
      V sum = hn::Zero(d);
      for (size_t j = 0; j < n; ++j) {
        const size_t at = (i * n + j) * lanes;
        const V pixel = hn::And(hn::Load(d, pixels + at), hn::Load(d, insides + at));
        sum = hn::MulAdd(pixel, hn::Load(d, columns + j * lanes), sum);
      }
      total = hn::MulAdd(sum, hn::Load(d, rows_ + first * n + i * lanes), total);
    }
    return total;
  }

  const GridPart& part_;
  const size_t taps_;
  HWY_ALIGN int32_t offsets_[kMostTaps];  // 0 beside the image
  HWY_ALIGN float insides_[kMostTaps];    // all bits of what is in the image
  HWY_ALIGN float columns_[kMostTaps], rows_[kMostTaps];
};

void sample_part(const GridPart& part) {
  const Samples samples(part);
  for (size_t i = 0; i < part.channels; ++i) {
    samples.sample(i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/layout.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(sample_part);

// Compiled for no target, as compilers see a gather here, which takes processors longer than its parts.
HWY_NOINLINE void read_pixels(const float* image, const int32_t* offsets, size_t n, float* pixels) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const float a = image[offsets[i]], b = image[offsets[i + 1]];
    const float c = image[offsets[i + 2]], d = image[offsets[i + 3]];
    pixels[i] = a;
    pixels[i + 1] = b;
    pixels[i + 2] = c;
    pixels[i + 3] = d;
  }
  for (; i < n; ++i) {
    pixels[i] = image[offsets[i]];
  }
}

bool sample_grid(const GridSampler& sampler) {
  const View &image = sampler.input, &grid = sampler.grid, &out = sampler.out;
  constexpr int64_t kMostPixels = int64_t{1} << 24;  // floats count so far
  if (image.dtype != ScalarType::Float || !is_array(image, 2) || !is_array(grid, 1) || !is_array(out, 2) ||
      image.sizes[2] * image.sizes[3] > kMostPixels) {
    return false;
  }
  const auto batches = static_cast<size_t>(out.sizes[0]);
  const auto places = static_cast<size_t>(out.sizes[2] * out.sizes[3]);
  const size_t taps = taps_of(sampler.mode);
  GridPart part;
  part.channels = static_cast<size_t>(image.sizes[1]);
  part.image_channel = stride_of(image, 1);
  part.image_row = image.sizes[3];
  part.height = static_cast<float>(image.sizes[2]);
  part.width = static_cast<float>(image.sizes[3]);
  part.out_channel = stride_of(out, 1);
  part.mode = sampler.mode;
  part.padding = sampler.padding;
  part.align_corners = sampler.align_corners;
  parallel(batches * places, 16 + 2 * taps * part.channels, [&](size_t begin, size_t end) {
    GridPart some = part;
    for (size_t i = begin; i < end; i += some.count) {
      const auto batch = static_cast<ptrdiff_t>(i / places), place = static_cast<ptrdiff_t>(i % places);
      some.image = floats_of(image) + batch * stride_of(image, 0);
      some.places = floats_of(grid) + batch * stride_of(grid, 0) + 2 * place;
      some.out = const_cast<float*>(floats_of(out)) + batch * stride_of(out, 0) + place;
      some.count = std::min({kMostTaps / taps, end - i, places - i % places});
      HWY_DYNAMIC_DISPATCH(sample_part)(some);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
