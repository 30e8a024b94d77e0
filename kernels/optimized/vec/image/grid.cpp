#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/image/grid.cpp"
#include "vec/base/each_target.h"

#include "vec/image/grid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// The taps of the positions of a part, for all channels. They are found in vectors of positions; pixels are
// interpolated in vectors of positions, or of channels.
class Samples {
 public:
  explicit Samples(const GridPart& part) : part_(part), taps_(taps_of(part.mode)) {
    static_assert(kGridTaps >= 16 * hn::MaxLanes(Floats()), "");
    for (size_t i = 0; i < part.count; i += hn::Lanes(Floats())) {
      find(i);
    }
  }

  // A channel whose pixels are contiguous.
  void sample_plane(size_t channel) const {
    const Floats d;
    const size_t lanes = hn::Lanes(d);
    const float* image = part_.image + static_cast<ptrdiff_t>(channel) * part_.image_channel;
    float* out = part_.out + static_cast<ptrdiff_t>(channel) * part_.out_channel;
    // All elements are stored before any is loaded again: loading a vector right after its elements are
    // stored one by one stalls.
    HWY_ALIGN float pixels[kGridTaps];
    const size_t count = (part_.count + lanes - 1) / lanes * lanes;
    read_pixels(image, offsets_, taps_ * count, pixels);
    for (size_t i = 0; i < part_.count; i += lanes) {
      const GridFloats value = interpolate(i, pixels + i * taps_);
      hn::StoreN(value, d, out + i, HWY_MIN(lanes, part_.count - i));
    }
  }

  // All channels, contiguous, of the pixel at a position.
  void sample_pixel(size_t position) const {
    const Floats d;
    const size_t lanes = hn::Lanes(d), lane = position % lanes, first = position - lane;
    const float* pixels[kBicubicTaps];  // null outside the image
    float columns[4], rows[4];
    for (size_t i = 0; i < taps_; ++i) {
      const size_t at = first * taps_ + i * lanes + lane;
      const bool is_inside = insides_[at] != 0;  // all bits set are a NaN
      pixels[i] = is_inside ? part_.image + offsets_[at] * part_.image_pixel : nullptr;
    }
    const size_t n = side_of(taps_);
    for (size_t i = 0; i < n; ++i) {
      columns[i] = columns_[first * n + i * lanes + lane];
      rows[i] = rows_[first * n + i * lanes + lane];
    }
    float* out = part_.out + static_cast<ptrdiff_t>(position) * part_.out_pixel;
    for (size_t c = 0; c < part_.channels; c += lanes) {
      const size_t count = HWY_MIN(lanes, part_.channels - c);
      GridFloats total = hn::Zero(d);
      for (size_t i = 0; i < n; ++i) {
        GridFloats sum = hn::Zero(d);
        for (size_t j = 0; j < n; ++j) {
          const float* at = pixels[i * n + j];
          const GridFloats pixel = at ? hn::LoadN(d, at + c, count) : hn::Zero(d);
          sum = hn::MulAdd(pixel, hn::Set(d, columns[j]), sum);
        }
        total = hn::MulAdd(sum, hn::Set(d, rows[i]), total);
      }
      hn::StoreN(total, d, out + c, count);
    }
  }

 private:
  void find(size_t first) {
    const Floats d;
    const Integers integers;
    const size_t lanes = hn::Lanes(d), count = HWY_MIN(lanes, part_.count - first);
    HWY_ALIGN float xs[hn::MaxLanes(Floats())], ys[hn::MaxLanes(Floats())];
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
        const GridFloats column = hn::Load(d, x.indices[j]), row = hn::Load(d, y.indices[i]);
        const auto in_line = hn::And(hn::Ge(column, zero), hn::Lt(column, hn::Set(d, part_.width)));
        const auto in_rows = hn::And(hn::Ge(row, zero), hn::Lt(row, hn::Set(d, part_.height)));
        const auto inside = hn::And(in_line, in_rows);
        const auto offset = hn::Add(
            hn::Mul(hn::ConvertTo(integers, row), hn::Set(integers, static_cast<int32_t>(part_.width))),
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

  HWY_INLINE GridFloats interpolate(size_t first, const float* pixels) const {
    const Floats d;
    const size_t lanes = hn::Lanes(d), n = side_of(taps_);
    const float *insides = insides_ + first * taps_, *columns = columns_ + first * n;
    GridFloats total = hn::Zero(d);
    for (size_t i = 0; i < n; ++i) {
      GridFloats sum = hn::Zero(d);
      for (size_t j = 0; j < n; ++j) {
        const size_t at = (i * n + j) * lanes;
        const GridFloats pixel = hn::And(hn::Load(d, pixels + at), hn::Load(d, insides + at));
        sum = hn::MulAdd(pixel, hn::Load(d, columns + j * lanes), sum);
      }
      total = hn::MulAdd(sum, hn::Load(d, rows_ + first * n + i * lanes), total);
    }
    return total;
  }

  const GridPart& part_;
  const size_t taps_;
  HWY_ALIGN int32_t offsets_[kGridTaps];  // 0 outside the image
  HWY_ALIGN float insides_[kGridTaps];    // all bits set inside the image
  HWY_ALIGN float columns_[kGridTaps], rows_[kGridTaps];
};

void sample_part(const GridPart& part) {
  const Samples samples(part);
  if (part.image_pixel == 1) {
    for (size_t i = 0; i < part.channels; ++i) {
      samples.sample_plane(i);
    }
  } else {
    for (size_t i = 0; i < part.count; ++i) {
      samples.sample_pixel(i);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/image/grid.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(sample_part);

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
  const bool are_planes = is_array(image, 2) && is_array(out, 2);
  const bool are_pixels = is_channels_last(image) && is_channels_last(out);
  constexpr int64_t kMostPixels = int64_t{1} << 24;  // floats represent integers exactly up to here
  if (image.dtype != ScalarType::Float || !(are_planes || are_pixels) || !is_array(grid, 1) ||
      image.sizes[2] * image.sizes[3] > kMostPixels) {
    return false;
  }
  const auto batches = static_cast<size_t>(out.sizes[0]);
  const auto places = static_cast<size_t>(out.sizes[2] * out.sizes[3]);
  const size_t taps = taps_of(sampler.mode);
  GridPart part;
  part.channels = static_cast<size_t>(image.sizes[1]);
  part.image_channel = stride_of(image, 1);
  part.image_pixel = are_planes ? 1 : image.sizes[1];
  part.height = static_cast<float>(image.sizes[2]);
  part.width = static_cast<float>(image.sizes[3]);
  part.out_channel = stride_of(out, 1);
  part.out_pixel = are_planes ? 1 : image.sizes[1];
  part.mode = sampler.mode;
  part.padding = sampler.padding;
  part.align_corners = sampler.align_corners;
  parallel(batches * places, 16 + 2 * taps * part.channels, [&](size_t begin, size_t end) {
    GridPart some = part;
    for (size_t i = begin; i < end; i += some.count) {
      const auto batch = static_cast<ptrdiff_t>(i / places), place = static_cast<ptrdiff_t>(i % places);
      some.image = floats_of(image) + batch * stride_of(image, 0);
      some.places = floats_of(grid) + batch * stride_of(grid, 0) + 2 * place;
      some.out = const_cast<float*>(floats_of(out)) + batch * stride_of(out, 0) + place * part.out_pixel;
      some.count = std::min({kGridTaps / taps, end - i, places - i % places});
      HWY_DYNAMIC_DISPATCH(sample_part)(some);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
