// The out is computed in tiles. The source rows and columns of a tile are computed once for all planes. A row
// of the image is interpolated once for all rows of the out that depend on it.

#include "vec/image/resample.h"

#ifndef ETK_VEC_RESAMPLE_TYPES
#define ETK_VEC_RESAMPLE_TYPES

namespace etk::vec {

constexpr size_t kPixelTile = 256;

// The sources of a few indices of the out, along one dimension.
struct Sources {
  size_t start, count;
  int32_t first[kPixelTile] = {}, second[kPixelTile] = {};  // vectors read all of them
  float weight[kPixelTile], other[kPixelTile];

  Sources(const Scaling& scaling, int64_t at, bool nearest) : start(static_cast<size_t>(at)) {
    const int64_t left = scaling.out - at;
    count = left < static_cast<int64_t>(kPixelTile) ? static_cast<size_t>(left) : kPixelTile;
    Taps taps(scaling, Filter::kLinear);
    for (size_t i = 0; i < count; ++i) {
      const int64_t place = at + static_cast<int64_t>(i);
      if (nearest) {
        first[i] = static_cast<int32_t>(scaling.nearest(place));
        continue;
      }
      taps.move(place);
      first[i] = static_cast<int32_t>(taps.index(0));
      second[i] = static_cast<int32_t>(taps.index(1));
      weight[i] = static_cast<float>(taps.weight(0));
      other[i] = static_cast<float>(taps.weight(1));
    }
  }
};

}  // namespace etk::vec
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/image/resample.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// out = Σ weights[i] · rows[i]
HWY_INLINE void blend_pixels(const float* const (&rows)[4], const float (&weights)[4], size_t n, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto a = hn::Set(d, weights[0]), b = hn::Set(d, weights[1]);
  const auto c = hn::Set(d, weights[2]), e = hn::Set(d, weights[3]);
  for (size_t j = 0; j < n; j += lanes) {
    const size_t left = HWY_MIN(lanes, n - j);
    auto sum = hn::Mul(a, load_part(d, rows[0] + j, left));
    sum = hn::MulAdd(b, load_part(d, rows[1] + j, left), sum);
    sum = hn::MulAdd(c, load_part(d, rows[2] + j, left), sum);
    store_part(hn::MulAdd(e, load_part(d, rows[3] + j, left), sum), d, out + j, left);
  }
}

// Interpolates a row of the out, whose pixels have `channels` floats, from two rows.
void blend_row(
    const float* upper,
    const float* lower,
    float upper_weight,
    float lower_weight,
    const Sources& xs,
    size_t channels,
    float* out) {
  for (size_t i = 0; i < xs.count; ++i, out += channels) {
    const size_t left = static_cast<size_t>(xs.first[i]) * channels;
    const size_t right = static_cast<size_t>(xs.second[i]) * channels;
    const float weight = xs.weight[i], other = xs.other[i];
    blend_pixels(
        {upper + left, upper + right, lower + left, lower + right},
        {upper_weight * weight, upper_weight * other, lower_weight * weight, lower_weight * other}, channels,
        out);
  }
}

// out = rows[0] · weight + rows[1] · other
void blend(const float* const* rows, float weight, float other, size_t n, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto a = hn::Set(d, weight), b = hn::Set(d, other);
  for (size_t j = 0; j < n; j += lanes) {
    const size_t left = HWY_MIN(lanes, n - j);
    const auto sum = hn::Mul(a, load_part(d, rows[0] + j, left));
    store_part(hn::MulAdd(b, load_part(d, rows[1] + j, left), sum), d, out + j, left);
  }
}

// out[i] = row[first[i]] · weight[i] + row[second[i]] · other[i]; writes whole vectors.
void interpolate(const float* row, const Sources& xs, float* out) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> integers;
  for (size_t i = 0; i < xs.count; i += hn::Lanes(d)) {
    const auto a = hn::GatherIndex(d, row, hn::LoadU(integers, xs.first + i));
    const auto b = hn::GatherIndex(d, row, hn::LoadU(integers, xs.second + i));
    const auto first = hn::Mul(a, hn::LoadU(d, xs.weight + i));
    hn::StoreU(hn::MulAdd(b, hn::LoadU(d, xs.other + i), first), d, out + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"
#include "vec/image/images.h"

#include <cstring>

namespace etk::vec {

HWY_EXPORT(blend);
HWY_EXPORT(blend_row);
HWY_EXPORT(interpolate);

namespace {

// One call.
struct Resampling : ImagePair {
  bool nearest;

  Resampling(const Tensor& self, const Tensor& out, bool nearest) : ImagePair(self, out), nearest(nearest) {}

  void run_plane(const Sources& ys, const Sources& xs, const float* image, float* out) const {
    float lines[2][kPixelTile];
    int32_t held[2] = {-1, -1};  // the source rows that these belong to
    const auto line_of = [&](int32_t row) {
      float* line = lines[row & 1];
      if (held[row & 1] != row) {
        HWY_DYNAMIC_DISPATCH(interpolate)
        (image + static_cast<size_t>(row) * width, xs, line);
        held[row & 1] = row;
      }
      return line;
    };
    for (size_t y = 0; y < ys.count; ++y, out += out_width) {
      if (nearest && y > 0 && ys.first[y] == ys.first[y - 1]) {
        std::memcpy(out, out - out_width, xs.count * sizeof(float));
      } else if (nearest) {
        const float* row = image + static_cast<size_t>(ys.first[y]) * width;
        for (size_t x = 0; x < xs.count; ++x) {
          out[x] = row[xs.first[x]];
        }
      } else {
        const float* rows[] = {line_of(ys.first[y]), line_of(ys.second[y])};
        HWY_DYNAMIC_DISPATCH(blend)(rows, ys.weight[y], ys.other[y], xs.count, out);
      }
    }
  }

  void run_pixels(const Sources& ys, size_t y, const Sources& xs, const float* image, float* out) const {
    const size_t line = width * channels;
    const float* upper = image + static_cast<size_t>(ys.first[y]) * line;
    if (!nearest) {
      HWY_DYNAMIC_DISPATCH(blend_row)
      (upper, image + static_cast<size_t>(ys.second[y]) * line, ys.weight[y], ys.other[y], xs, channels, out);
      return;
    }
    for (size_t x = 0; x < xs.count; ++x, out += channels) {
      std::memcpy(out, upper + static_cast<size_t>(xs.first[x]) * channels, channels * sizeof(float));
    }
  }

  void run_tile(const Sources& ys, const Sources& xs) const {
    if (are_planes()) {
      const size_t offset = ys.start * out_width + xs.start;
      parallel(batch * channels, ys.count * xs.count * 4, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          const size_t b = i / channels, c = i % channels;
          run_plane(ys, xs, image(b, c), out(b, c) + offset);
        }
      });
    } else {
      parallel(batch * ys.count, xs.count * channels * 4, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          const size_t b = i / ys.count, y = i % ys.count;
          const size_t offset = ((ys.start + y) * out_width + xs.start) * channels;
          run_pixels(ys, y, xs, image(b, 0), out(b, 0) + offset);
        }
      });
    }
  }
};

bool resample(const Tensor& self, const std::optional<Resize>& sizes, bool nearest, Tensor& out) {
  if (!sizes || self.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float) {
    return false;
  }
  const Shape shape = sizes->shape_of(self);
  if (!resize(out, shape)) {
    return false;
  }
  const Resampling images(self, out, nearest);
  if (!images.are_planes() && !images.have_channels_last()) {
    return false;
  }
  for (int64_t y = 0; y < sizes->height.out; y += kPixelTile) {
    const Sources ys(sizes->height, y, nearest);
    for (int64_t x = 0; x < sizes->width.out; x += kPixelTile) {
      images.run_tile(ys, Sources(sizes->width, x, nearest));
    }
  }
  return true;
}

}  // namespace

bool resample_nearest(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  return resample(self, sizes, /*nearest=*/true, out);
}

bool resample_linear(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  return resample(self, sizes, /*nearest=*/false, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
