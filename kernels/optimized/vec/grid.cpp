#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/grid.cpp"
#include "vec/each_target.h"

#include "vec/grid.h"
#include "vec/parallel.h"

#ifndef ETK_VEC_GRID_TYPES
#define ETK_VEC_GRID_TYPES

namespace etk::vec {

// A line of places. Strides count floats.
struct GridLine {
  const float* image;
  size_t channels;
  ptrdiff_t image_channel, image_row;
  float height, width;
  const float* places;  // x and y of each
  float* out;
  ptrdiff_t out_channel;
  size_t count;
  int64_t mode, padding;
  bool align_corners;
};

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
HWY_INLINE V padded(const GridLine& line, V x, float size) {
  const Tag d;
  if (line.padding == kZeros) {
    return x;
  }
  if (line.padding == kReflection) {
    // Back and forth between the centers of the outermost pixels, or their edges.
    const V low = hn::Set(d, line.align_corners ? 0.0f : -0.5f);
    const float reach = line.align_corners ? size - 1 : size;
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

HWY_INLINE void find_taps(const GridLine& line, V at, float size, Taps& taps) {
  const Tag d;
  const V one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f);
  const V shifted = hn::Add(at, one);
  const V x = line.align_corners ? hn::Mul(hn::Mul(shifted, half), hn::Set(d, size - 1))
                                 : hn::Mul(hn::Sub(hn::Mul(shifted, hn::Set(d, size)), one), half);
  if (line.mode == kNearest) {
    taps.add(hn::Round(padded(line, x, size)), one);
  } else if (line.mode == kBilinear) {
    const V place = padded(line, x, size), low = hn::Floor(place), high = hn::Add(low, one);
    taps.add(low, hn::Sub(high, place));
    taps.add(high, hn::Sub(place, low));
  } else {
    const V low = hn::Floor(x), t = hn::Sub(x, low);
    for (size_t i = 0; i < 4; ++i) {
      const V offset = hn::Set(d, static_cast<float>(i) - 1.0f);
      taps.add(padded(line, hn::Add(low, offset), size), cubic(hn::Abs(hn::Sub(t, offset))));
    }
  }
}

// Places from `first` on: where each pixel is, in the order of the taps; -1 beside the image.
HWY_INLINE void sample_vector(const GridLine& line, size_t first, size_t count) {
  const Tag d;
  const Integers integers;
  HWY_ALIGN float xs[hn::MaxLanes(Tag())], ys[hn::MaxLanes(Tag())];
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    xs[i] = line.places[2 * (first + (i < count ? i : 0))];
    ys[i] = line.places[2 * (first + (i < count ? i : 0)) + 1];
  }
  Taps x, y;
  find_taps(line, hn::Load(d, xs), line.width, x);
  find_taps(line, hn::Load(d, ys), line.height, y);
  HWY_ALIGN int32_t offsets[16][hn::MaxLanes(Tag())];
  const auto zero = hn::Zero(d);
  for (size_t i = 0; i < y.count; ++i) {
    for (size_t j = 0; j < x.count; ++j) {
      const V column = hn::Load(d, x.indices[j]), row = hn::Load(d, y.indices[i]);
      const auto in_line = hn::And(hn::Ge(column, zero), hn::Lt(column, hn::Set(d, line.width)));
      const auto in_rows = hn::And(hn::Ge(row, zero), hn::Lt(row, hn::Set(d, line.height)));
      const auto inside = hn::RebindMask(integers, hn::And(in_line, in_rows));
      const auto offset = hn::Add(
          hn::Mul(hn::ConvertTo(integers, row), hn::Set(integers, static_cast<int32_t>(line.image_row))),
          hn::ConvertTo(integers, column));
      hn::Store(hn::IfThenElse(inside, offset, hn::Set(integers, -1)), integers, offsets[i * x.count + j]);
    }
  }
  for (size_t channel = 0; channel < line.channels; ++channel) {
    const float* image = line.image + static_cast<ptrdiff_t>(channel) * line.image_channel;
    V total = zero;
    for (size_t i = 0; i < y.count; ++i) {
      V sum = zero;
      for (size_t j = 0; j < x.count; ++j) {
        const auto offset = hn::Load(integers, offsets[i * x.count + j]), none = hn::Zero(integers);
        const auto inside = hn::RebindMask(d, hn::Ge(offset, none));
        // Highway wants an index of an array where nothing is gathered, too.
        const auto pixels = hn::MaskedGatherIndex(inside, d, image, hn::Max(offset, none));
        sum = hn::MulAdd(pixels, hn::Load(d, x.weights[j]), sum);
      }
      total = hn::MulAdd(sum, hn::Load(d, y.weights[i]), total);
    }
    float* out = line.out + static_cast<ptrdiff_t>(channel) * line.out_channel + first;
    hn::StoreN(total, d, out, count);
  }
}

void sample_line(const GridLine& line) {
  const size_t lanes = hn::Lanes(Tag());
  for (size_t i = 0; i < line.count; i += lanes) {
    sample_vector(line, i, HWY_MIN(lanes, line.count - i));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/layout.h"

namespace etk::vec {

HWY_EXPORT(sample_line);

bool sample_grid(const GridSampler& sampler) {
  const View &image = sampler.input, &grid = sampler.grid, &out = sampler.out;
  constexpr int64_t kMostPixels = int64_t{1} << 24;  // floats count so far
  if (image.dtype != ScalarType::Float || !is_array(image, 2) || !is_array(grid, 2) || !is_array(out, 3) ||
      image.sizes[2] * image.sizes[3] > kMostPixels) {
    return false;
  }
  const auto lines = static_cast<size_t>(out.sizes[0] * out.sizes[2]);
  const auto rows = static_cast<size_t>(out.sizes[2]), count = static_cast<size_t>(out.sizes[3]);
  const auto channels = static_cast<size_t>(image.sizes[1]);
  const size_t taps = sampler.mode == kNearest ? 1 : sampler.mode == kBilinear ? 4 : 16;
  parallel(lines, count * (16 + 2 * taps * channels), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const auto batch = static_cast<ptrdiff_t>(i / rows), row = static_cast<ptrdiff_t>(i % rows);
      GridLine line;
      line.image = floats_of(image) + batch * stride_of(image, 0);
      line.channels = channels;
      line.image_channel = stride_of(image, 1);
      line.image_row = image.sizes[3];
      line.height = static_cast<float>(image.sizes[2]);
      line.width = static_cast<float>(image.sizes[3]);
      line.places = floats_of(grid) + batch * stride_of(grid, 0) + row * stride_of(grid, 1);
      line.out = const_cast<float*>(floats_of(out)) + batch * stride_of(out, 0) + row * stride_of(out, 2);
      line.out_channel = stride_of(out, 1);
      line.count = count;
      line.mode = sampler.mode;
      line.padding = sampler.padding;
      line.align_corners = sampler.align_corners;
      HWY_DYNAMIC_DISPATCH(sample_line)(line);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
