// Depthwise convolutions channel by channel, from a padded copy of each channel.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/depthwise_planes.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/convolution/depthwise.h"  // IWYU pragma: associated
#include "vec/product/epilogue-inl.h"

#ifndef ETK_VEC_DEPTHWISE_PLANES_TYPES
#define ETK_VEC_DEPTHWISE_PLANES_TYPES

namespace etk::vec {

// A padded plane of the image, and the plane of the out.
struct DepthwisePlane {
  const float* from;  // padded
  size_t from_stride;
  const float* kernel;
  size_t kernel_height, kernel_width;
  size_t row_dilation, dilation, row_stride, stride;
  float bias;
  float* out;
  size_t height, width;
  const Epilogue& epilogue;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Computes vectors of output pixels, whose input begins at `from`; sums begin with the bias.
template <bool kDense, class... Vs>
HWY_INLINE void run_places(const DepthwisePlane& p, const float* from, float* out, size_t count, Vs... sums) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto load = [&](const float* at) HWY_ATTR {
    if constexpr (kDense) {
      return hn::LoadU(d, at);
    } else {
      hn::Vec<decltype(d)> values, between;
      hn::LoadInterleaved2(d, at, values, between);
      return values;
    }
  };
  const float* weight = p.kernel;
  for (size_t y = 0; y < p.kernel_height; ++y) {
    const float* line = from + y * p.row_dilation * p.from_stride;
    for (size_t x = 0; x < p.kernel_width; ++x, ++weight, line += p.dilation) {
      const auto w = hn::Set(d, *weight);
      size_t u = 0;
      ((sums = hn::MulAdd(w, load(line + u++ * (kDense ? lanes : 2 * lanes)), sums)), ...);
    }
  }
  const bool clamps = p.epilogue.clamps();
  const auto store = [&](auto sum, size_t done) HWY_ATTR {
    hn::StoreN(
        clamps ? clamp(d, p.epilogue, sum) : sum, d, out + done,
        count > done ? HWY_MIN(lanes, count - done) : 0);
  };
  size_t u = 0;
  (store(sums, lanes * u++), ...);
}

template <bool kDense>
HWY_INLINE void run_lines(const DepthwisePlane& p) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto bias = hn::Set(d, p.bias);
  for (size_t y = 0; y < p.height; ++y) {
    const float* from = p.from + y * p.row_stride * p.from_stride;
    float* out = p.out + y * p.width;
    size_t x = 0;
    for (; x + 2 * lanes < p.width; x += 4 * lanes) {
      run_places<kDense>(p, from + x * p.stride, out + x, p.width - x, bias, bias, bias, bias);
    }
    for (; x < p.width; x += lanes) {
      run_places<kDense>(p, from + x * p.stride, out + x, p.width - x, bias);
    }
  }
}

// The vectors at the end of the last line read elements after the plane, which must be readable.
void run_plane(const DepthwisePlane& p) {
  if (p.stride == 1) {
    run_lines<true>(p);
  } else if (p.stride == 2) {
    run_lines<false>(p);
  } else {
    for (size_t i = 0; i < p.height * p.width; ++i) {
      const float* from = p.from + i / p.width * p.row_stride * p.from_stride + i % p.width * p.stride;
      float sum = p.bias;
      for (size_t k = 0; k < p.kernel_height * p.kernel_width; ++k) {
        sum += p.kernel[k] *
               from[k / p.kernel_width * p.row_dilation * p.from_stride + k % p.kernel_width * p.dilation];
      }
      p.out[i] = sum;
    }
    p.epilogue.finish(p.out, p.height * p.width);
    return;
  }
  p.epilogue.activate(p.out, p.height * p.width);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cstring>

namespace etk::vec {

HWY_EXPORT(run_plane);

namespace {

// The number of floats that vectors may read after the last line.
constexpr size_t kPlaneSlack = 8 * 64;

// The maximum number of floats of the copies of all threads together, unless one copy takes more.
constexpr size_t kMostCopied = size_t{1} << 18;

void pad(const Sizes& sizes, const float* from, float* to) {
  const size_t height = sizes.padded(0), width = sizes.padded(1);
  const auto left = static_cast<size_t>(sizes.padding[1]), columns = static_cast<size_t>(sizes.input[1]);
  const size_t copied = left >= width ? 0 : columns < width - left ? columns : width - left;
  for (size_t y = 0; y < height; ++y, to += width) {
    const int64_t row = static_cast<int64_t>(y) - sizes.padding[0];
    if (row < 0 || row >= sizes.input[0] || copied == 0) {
      std::memset(to, 0, width * sizeof(float));
      continue;
    }
    std::memset(to, 0, left * sizeof(float));
    std::memcpy(to + left, from + row * sizes.input[1], copied * sizeof(float));
    std::memset(to + left + copied, 0, (width - left - copied) * sizeof(float));
  }
}

}  // namespace

bool convolve_planes(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const size_t size = sizes.padded(0) * sizes.padded(1) + kPlaneSlack;
  const auto channels = static_cast<size_t>(out.sizes[1]),
             multiplier = channels / static_cast<size_t>(input.sizes[1]);
  const size_t planes = static_cast<size_t>(out.sizes[0]) * channels;
  size_t copies = kMostParts;
  copies = copies * size > kMostCopied ? (kMostCopied > size ? kMostCopied / size : 1) : copies;
  copies = copies < planes ? copies : planes;
  float* memory = take_floats(ctx, copies * size);
  if (!memory) {
    return true;
  }
  const size_t share = (planes + copies - 1) / copies;
  const auto taps = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  const auto places = static_cast<size_t>(sizes.out[0] * sizes.out[1]);
  parallel(copies, share * places * taps / 4, [&](size_t begin, size_t end) {
    float* copy = memory + begin * size;
    std::memset(copy + size - kPlaneSlack, 0, kPlaneSlack * sizeof(float));
    for (size_t i = begin * share; i < planes && i < end * share; ++i) {
      const size_t batch = i / channels, channel = i % channels;
      const auto at = [batch](const View& view, size_t index) {
        return floats_of(view) + static_cast<ptrdiff_t>(batch) * stride_of(view, 0) +
               static_cast<ptrdiff_t>(index) * stride_of(view, 1);
      };
      pad(sizes, at(input, channel / multiplier), copy);
      const DepthwisePlane plane{
          copy,
          sizes.padded(1),
          floats_of(weight) + channel * taps,
          static_cast<size_t>(sizes.kernel[0]),
          static_cast<size_t>(sizes.kernel[1]),
          static_cast<size_t>(sizes.dilation[0]),
          static_cast<size_t>(sizes.dilation[1]),
          static_cast<size_t>(sizes.stride[0]),
          static_cast<size_t>(sizes.stride[1]),
          bias ? floats_of(*bias)[channel] : 0,
          const_cast<float*>(at(out, channel)),
          static_cast<size_t>(sizes.out[0]),
          static_cast<size_t>(sizes.out[1]),
          epilogue};
      HWY_DYNAMIC_DISPATCH(run_plane)(plane);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
