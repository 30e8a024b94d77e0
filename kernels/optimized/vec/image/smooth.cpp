// The out is computed in tiles, whose weights are computed once for all planes. First, rows of the image are
// added up along their length. Then kSmoothLines such sums are transposed, so that the pixels of a column are
// adjacent and a vector of them has one weight, without gather instructions. If pixels have several
// interleaved channels, no transposition is needed.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/image/smooth.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/base/vectors-inl.h"

#ifndef ETK_VEC_SMOOTH_TYPES
#define ETK_VEC_SMOOTH_TYPES

#include "vec/image/resample.h"  // IWYU pragma: associated

namespace etk::vec {

// The number of transposed lines, and the maximum length of a piece of a line and of its results, in floats
// if there are at most kFewChannels channels. Otherwise these lengths count pixels, and kRoom is the size of
// the memory for their channels.
constexpr size_t kSmoothLines = 16, kSmoothSpan = 128, kMostOuts = 96, kFewChannels = 4, kRoom = 4096;

// The weighted sources of a few indices of the out, along one dimension; empty if an index has too many.
struct WeightedSources {
  static constexpr size_t kWeights = 1024;

  size_t start, count = 0;
  size_t first[kMostOuts], begin[kMostOuts + 1];  // of the sources and of the weights
  float weights[kWeights];

  WeightedSources(const Scaling& scaling, int64_t at, size_t most, size_t span)
      : start(static_cast<size_t>(at)) {
    Taps taps(scaling, Filter::kTriangle);
    begin[0] = 0;
    for (; count < most && at < scaling.out; ++at, ++count) {
      taps.move(at);
      const auto n = static_cast<size_t>(taps.count());
      first[count] = static_cast<size_t>(taps.index(0));
      if (begin[count] + n > kWeights || first[count] + n - first[0] > span) {
        return;
      }
      for (size_t i = 0; i < n; ++i) {
        weights[begin[count] + i] = static_cast<float>(taps.weight(static_cast<int64_t>(i)));
      }
      begin[count + 1] = begin[count] + n;
    }
  }

  size_t taps(size_t i) const {
    return begin[i + 1] - begin[i];
  }
  // The number of sources from the first one to the last.
  size_t span() const {
    return first[count - 1] + taps(count - 1) - first[0];
  }
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class... Vs>
HWY_INLINE void add_weighted(
    const float* rows,
    size_t stride,
    const float* weights,
    size_t count,
    float* HWY_RESTRICT to,
    Vs... sums) {
  const hn::ScalableTag<float> d;
  for (size_t i = 0; i < count; ++i, rows += stride) {
    const auto weight = hn::Set(d, weights[i]);
    const float* x = rows;
    ((sums = hn::MulAdd(weight, hn::LoadU(d, x), sums), x += hn::Lanes(d)), ...);
  }
  ((hn::StoreU(sums, d, to), to += hn::Lanes(d)), ...);
}

// to[j] = Σ weights[i] · rows[i · stride + j] for j < n
void add_rows_weighted(
    const float* rows, size_t stride, const float* weights, size_t count, size_t n, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  size_t j = 0;
  for (; j + 4 * lanes <= n; j += 4 * lanes) {
    add_weighted(rows + j, stride, weights, count, to + j, zero, zero, zero, zero);
  }
  for (; j < n; j += lanes) {
    const size_t left = HWY_MIN(lanes, n - j);
    auto sum = zero;
    for (size_t i = 0; i < count; ++i) {
      sum = hn::MulAdd(hn::Set(d, weights[i]), load_part(d, rows + i * stride + j, left), sum);
    }
    store_part(sum, d, to + j, left);
  }
}

// Computes pixels of the out from pixels of `channels` columns, of kSmoothLines floats each.
void add_columns_weighted(const float* columns, const WeightedSources& xs, size_t channels, float* to) {
  const hn::CappedTag<float, kSmoothLines> d;
  for (size_t x = 0; x < xs.count; ++x) {
    const float* weights = xs.weights + xs.begin[x];
    const float* first = columns + (xs.first[x] - xs.first[0]) * channels * kSmoothLines;
    for (size_t c = 0; c < channels * kSmoothLines; c += hn::Lanes(d), to += hn::Lanes(d)) {
      auto sum = hn::Zero(d);
      for (size_t i = 0; i < xs.taps(x); ++i) {
        sum = hn::MulAdd(hn::Set(d, weights[i]), hn::Load(d, first + i * channels * kSmoothLines + c), sum);
      }
      hn::Store(sum, d, to);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"
#include "vec/base/transpose.h"
#include "vec/image/images.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(add_rows_weighted);
HWY_EXPORT(add_columns_weighted);

namespace {

// Computes some rows of a tile, from row y on, of an image and an out whose pixels have `channels` channels.
void smooth_rows(
    const ImagePair& images,
    const WeightedSources& ys,
    size_t y,
    const WeightedSources& xs,
    size_t channels,
    const float* image,
    float* out) {
  alignas(64) float lines[kSmoothLines * kSmoothSpan], columns[kSmoothSpan * kSmoothLines],
      results[kMostOuts * kSmoothLines];
  const size_t count = std::min(kSmoothLines, ys.count - y), span = xs.span() * channels;
  const size_t stride = images.width * channels, out_stride = images.out_width * channels;
  if (count < kSmoothLines) {
    std::fill_n(columns, span * kSmoothLines, 0.0f);
  }
  for (size_t i = 0; i < count; ++i) {
    const float* rows = image + ys.first[y + i] * stride + xs.first[0] * channels;
    HWY_DYNAMIC_DISPATCH(add_rows_weighted)
    (rows, stride, ys.weights + ys.begin[y + i], ys.taps(y + i), span, lines + i * kSmoothSpan);
  }
  transpose(lines, kSmoothSpan, span, count, columns, kSmoothLines);
  HWY_DYNAMIC_DISPATCH(add_columns_weighted)(columns, xs, channels, results);
  float* const to = out + (ys.start + y) * out_stride + xs.start * channels;
  transpose(results, kSmoothLines, count, xs.count * channels, to, out_stride);
}

void smooth_tile(
    const ImagePair& images, const WeightedSources& ys, const WeightedSources& xs, size_t channels) {
  const size_t planes = images.channels / channels, blocks = (ys.count + kSmoothLines - 1) / kSmoothLines;
  const size_t cost = (ys.taps(0) * xs.span() + xs.taps(0) * xs.count) * channels * kSmoothLines / 4;
  parallel(images.batch * planes * blocks, cost, [&](size_t begin, size_t end) {
    for (; begin < end; ++begin) {
      const size_t b = begin / blocks / planes, c = begin / blocks % planes;
      smooth_rows(
          images, ys, begin % blocks * kSmoothLines, xs, channels, images.image(b, c), images.out(b, c));
    }
  });
}

// Computes a line of a tile, from line y on, of pixels with many channels: as many channels at a time as fit.
void smooth_channels(
    const ImagePair& images,
    const WeightedSources& ys,
    size_t y,
    const WeightedSources& xs,
    const float* image,
    float* out) {
  alignas(64) float sums[kRoom];
  const size_t channels = images.channels, span = xs.span(), most = std::min(channels, kRoom / span);
  const float* const rows = image + (ys.first[y] * images.width + xs.first[0]) * channels;
  float* const to = out + ((ys.start + y) * images.out_width + xs.start) * channels;
  const auto add = HWY_DYNAMIC_POINTER(add_rows_weighted);
  for (size_t c = 0; c < channels; c += most) {
    const size_t n = std::min(most, channels - c), pieces = n < channels ? span : 1;
    for (size_t i = 0; i < pieces; ++i) {
      add(rows + i * channels + c, images.width * channels, ys.weights + ys.begin[y], ys.taps(y),
          n * span / pieces, sums + i * n);
    }
    for (size_t x = 0; x < xs.count; ++x) {
      const float* const first = sums + (xs.first[x] - xs.first[0]) * n;
      add(first, n, xs.weights + xs.begin[x], xs.taps(x), n, to + x * channels + c);
    }
  }
}

void smooth_tile_of_channels(const ImagePair& images, const WeightedSources& ys, const WeightedSources& xs) {
  const size_t cost = (ys.taps(0) * xs.span() + xs.taps(0) * xs.count) * images.channels / 4;
  parallel(images.batch * ys.count, cost, [&](size_t begin, size_t end) {
    for (; begin < end; ++begin) {
      const size_t b = begin / ys.count;
      smooth_channels(images, ys, begin % ys.count, xs, images.image(b, 0), images.out(b, 0));
    }
  });
}

}  // namespace

bool resample_smoothly(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out) {
  if (!sizes || self.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float ||
      !resize(out, sizes->shape_of(self))) {
    return false;
  }
  const ImagePair images(self, out);
  if (!images.are_planes() && !images.have_channels_last()) {
    return false;
  }
  const size_t channels = images.are_planes() ? 1 : images.channels;
  const bool has_few = channels <= kFewChannels;
  const size_t floats = has_few ? channels : 1;  // of a pixel, in the units of a piece of a line
  const auto height = static_cast<size_t>(sizes->height.out);
  for (size_t y = 0, next; y < height; y = next) {
    const WeightedSources ys(sizes->height, static_cast<int64_t>(y), kMostOuts, SIZE_MAX);
    next = y + ys.count;
    for (size_t x = 0; x < images.out_width;) {
      const WeightedSources xs(
          sizes->width, static_cast<int64_t>(x), kMostOuts / floats, kSmoothSpan / floats);
      if (ys.count == 0 || xs.count == 0) {
        return false;
      }
      has_few ? smooth_tile(images, ys, xs, channels) : smooth_tile_of_channels(images, ys, xs);
      x += xs.count;
    }
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
