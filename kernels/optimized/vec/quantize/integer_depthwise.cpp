// For each column of the input, the bytes of four rows are interleaved: quads that the weights of a column of
// the kernel are multiplied by. Columns are kept while windows read them.
//
// Interleaving four vectors of bytes, within their blocks of 16 bytes, gives four vectors of quads: vector j
// has channels 16 i + 4 j to 16 i + 4 j + 3 in block i. Demoting the four vectors of sums to one of bytes
// restores the order.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/integer_depthwise.cpp"
#define ETK_VEC_DOTS_OF_BYTES
#include "vec/base/each_target.h"

#include "etk/quantize/integer_convolution.h"
#include "vec/quantize/requantize-inl.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifndef ETK_VEC_INTEGER_DEPTHWISE_ONCE
#define ETK_VEC_INTEGER_DEPTHWISE_ONCE

namespace etk::vec {

// Images with channels last.
struct DepthwiseImage {
  const IntegerConvolution* convolution;
  const int8_t* input;
  int8_t* out;
  int64_t width;  // of the out
};

// The maximum number of quads of a kernel, and of a ring of columns.
constexpr size_t kMostQuads = 32;

}  // namespace etk::vec

#endif  // once

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kBlockBytes = 16;
#if HWY_ARCH_X86
constexpr size_t kDepthwiseBytes = 64;
#else
constexpr size_t kDepthwiseBytes = kBlockBytes;
#endif

// Copies numbers of four bytes in the order of the sums: those of vector j begin at to[j · n / 4]. There are
// `left` channels, at most n of them are copied, and the others are 0.
template <class T>
HWY_INLINE void order_like_sums(const T* from, size_t left, size_t n, T* to) {
  for (size_t j = 0; j < 4; ++j) {
    for (size_t i = 0; i < n / 4; ++i) {
      const size_t channel = i / 4 * kBlockBytes + 4 * j + i % 4;
      to[j * (n / 4) + i] = channel < left ? from[channel] : T(0);
    }
  }
}

// Computes `rows` rows of n channels or, of the last ones, `left`.
template <size_t kMost>
HWY_INLINE void convolve_rows(
    const DepthwiseImage& image, size_t channel, size_t left, int64_t begin, int64_t end) {
  const hn::CappedTag<uint8_t, kMost> bytes;
  const hn::RebindToSigned<decltype(bytes)> signed_bytes;
  const hn::Repartition<uint16_t, decltype(bytes)> pairs;
  const hn::Repartition<int16_t, decltype(bytes)> shorts;
  const hn::Repartition<int32_t, decltype(bytes)> sums;
  const hn::Repartition<float, decltype(bytes)> floats;
  const size_t n = hn::Lanes(bytes), lanes = n / 4;
  const IntegerConvolution& c = *image.convolution;
  const Window& window = c.window;
  const auto channels = static_cast<int64_t>(c.channels);
  const auto heights = static_cast<size_t>(c.column_height()) / 4;  // quads of a column
  const auto widths = static_cast<size_t>(window.kernel[1]);
  const size_t quads = heights * widths;
  const auto reach = static_cast<size_t>(window.reach(1));

  alignas(64) int8_t weights[kMostQuads * 4 * kMost];
  alignas(64) uint8_t ring[kMostQuads * 4 * kMost];
  alignas(64) int32_t biases[kMost];
  alignas(64) float multipliers[kMost];
  alignas(64) int8_t outside[kMost];
  std::memset(outside, c.padding, n);
  order_like_sums(c.bias + channel, left, n, biases);
  order_like_sums(c.requantize.multipliers + channel, left, n, multipliers);
  for (size_t q = 0; q < quads; ++q) {
    for (size_t j = 0; j < 4; ++j) {
      for (size_t i = 0; i < n / kBlockBytes; ++i) {
        int8_t* const to = weights + (q * 4 + j) * n + i * kBlockBytes;
        if (i * kBlockBytes < left) {
          const size_t block = channel / kPackedChannels + i;
          std::memcpy(to, c.weight + (block * quads + q) * kQuadBytes + j * kBlockBytes, kBlockBytes);
        } else {
          std::memset(to, 0, kBlockBytes);
        }
      }
    }
  }
  const bool is_whole = left >= n;
  const auto sign = hn::Set(bytes, 128);
  const auto load = [&](const int8_t* from) HWY_ATTR {
    const auto loaded = is_whole ? hn::LoadU(signed_bytes, from) : hn::LoadN(signed_bytes, from, left);
    return hn::Xor(hn::BitCast(bytes, loaded), sign);
  };
  for (int64_t row = begin; row < end; ++row) {
    // The rows under the kernel; those outside of the image have a step of 0 from column to column.
    const int8_t* lines[kMostQuads * 4];
    int64_t steps[kMostQuads * 4];
    for (size_t y = 0; y < 4 * heights; ++y) {
      const auto tap = static_cast<int64_t>(y);
      const int64_t line = row * window.stride[0] - window.padding[0] + tap * window.dilation[0];
      const bool is_inside = tap < window.kernel[0] && line >= 0 && line < window.input[0];
      steps[y] = is_inside ? channels : 0;
      lines[y] = is_inside ? image.input + line * window.input[1] * channels + static_cast<int64_t>(channel)
                           : outside;
    }
    int64_t next = -window.padding[1];  // the first column that is not in the ring
    for (int64_t x = 0; x < image.width; ++x) {
      const int64_t first = x * window.stride[1] - window.padding[1];
      next = next < first ? first : next;
      for (; next < first + static_cast<int64_t>(reach); ++next) {
        const bool is_inside = next >= 0 && next < window.input[1];
        uint8_t* to = ring + static_cast<size_t>(next + window.padding[1]) % reach * heights * 4 * n;
        for (size_t h = 0; h < heights; ++h, to += 4 * n) {
          const auto at = [&](size_t y) HWY_ATTR {
            return is_inside ? lines[4 * h + y] + next * steps[4 * h + y] : outside;
          };
          const auto a = load(at(0)), b = load(at(1)), e = load(at(2)), f = load(at(3));
          const auto lower = hn::BitCast(pairs, hn::InterleaveLower(bytes, a, b));
          const auto upper = hn::BitCast(pairs, hn::InterleaveUpper(bytes, a, b));
          const auto lower_next = hn::BitCast(pairs, hn::InterleaveLower(bytes, e, f));
          const auto upper_next = hn::BitCast(pairs, hn::InterleaveUpper(bytes, e, f));
          hn::StoreU(hn::BitCast(bytes, hn::InterleaveLower(pairs, lower, lower_next)), bytes, to);
          hn::StoreU(hn::BitCast(bytes, hn::InterleaveUpper(pairs, lower, lower_next)), bytes, to + n);
          hn::StoreU(hn::BitCast(bytes, hn::InterleaveLower(pairs, upper, upper_next)), bytes, to + 2 * n);
          hn::StoreU(hn::BitCast(bytes, hn::InterleaveUpper(pairs, upper, upper_next)), bytes, to + 3 * n);
        }
      }
      auto s0 = hn::Load(sums, biases), s1 = hn::Load(sums, biases + lanes);
      auto s2 = hn::Load(sums, biases + 2 * lanes), s3 = hn::Load(sums, biases + 3 * lanes);
      const int8_t* w = weights;
      size_t slot = static_cast<size_t>(first + window.padding[1]) % reach;
      for (size_t k = 0; k < widths; ++k) {
        const uint8_t* from = ring + slot * heights * 4 * n;
        for (size_t h = 0; h < heights; ++h, from += 4 * n, w += 4 * n) {
          const auto add = [&](auto& sum, size_t j) HWY_ATTR {
            sum = hn::SumOfMulQuadAccumulate(
                sums, hn::LoadU(bytes, from + j * n), hn::LoadU(signed_bytes, w + j * n), sum);
          };
          add(s0, 0), add(s1, 1), add(s2, 2), add(s3, 3);
        }
        slot += static_cast<size_t>(window.dilation[1]);
        slot = slot >= reach ? slot - reach : slot;
      }
      const auto rounded = [&](auto sum, size_t j) HWY_ATTR {
        return requantized_sums(sums, sum, hn::Load(floats, multipliers + j * lanes), c.requantize);
      };
      const auto low = hn::ReorderDemote2To(shorts, rounded(s0, 0), rounded(s1, 1));
      const auto high = hn::ReorderDemote2To(shorts, rounded(s2, 2), rounded(s3, 3));
      const auto result = hn::ReorderDemote2To(signed_bytes, low, high);
      int8_t* const to = image.out + (row * image.width + x) * channels + static_cast<int64_t>(channel);
      if (is_whole) {
        hn::StoreU(result, signed_bytes, to);
      } else {
        hn::StoreN(result, signed_bytes, to, left);
      }
    }
  }
}

// The channels that are computed at once.
size_t depthwise_channels_of_target() {
  return hn::Lanes(hn::CappedTag<uint8_t, kDepthwiseBytes>());
}

void depthwise_of_target(const DepthwiseImage& image, size_t channel, int64_t begin, int64_t end) {
  const size_t left = image.convolution->channels - channel;
  if (kDepthwiseBytes > 16 && left <= 16) {
    convolve_rows<16>(image, channel, left, begin, end);
  } else if (kDepthwiseBytes > 32 && left <= 32) {
    convolve_rows<32 < kDepthwiseBytes ? 32 : kDepthwiseBytes>(image, channel, left, begin, end);
  } else {
    convolve_rows<kDepthwiseBytes>(image, channel, left, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"
#include "vec/quantize/integer_depthwise.h"

namespace etk::vec {

HWY_EXPORT(depthwise_channels_of_target);
HWY_EXPORT(depthwise_of_target);

bool is_small_depthwise(const IntegerConvolution& convolution) {
  const int64_t heights = convolution.column_height() / 4;
  const auto most = static_cast<int64_t>(kMostQuads);
  return heights <= most && convolution.window.reach(1) <= most / heights;
}

void convolve_depthwise(const IntegerConvolution& convolution, const View& input, const View& out) {
  const size_t at_once = HWY_DYNAMIC_DISPATCH(depthwise_channels_of_target)();
  const auto function = HWY_DYNAMIC_POINTER(depthwise_of_target);
  const size_t groups = (convolution.channels + at_once - 1) / at_once;
  // Of a group, rows are divided: preparing the weights takes as long as a few pixels.
  constexpr int64_t kRows = 14;
  const int64_t height = out.sizes[2], bands = (height + kRows - 1) / kRows;
  const auto cost = static_cast<size_t>(kRows * out.sizes[3]) * at_once * convolution.quads() / 4 + 1;
  for (int64_t image = 0; image < out.sizes[0]; ++image) {
    const DepthwiseImage each = {
        &convolution, reinterpret_cast<const int8_t*>(input.data + image * input.strides[0]),
        reinterpret_cast<int8_t*>(out.data + image * out.strides[0]), out.sizes[3]};
    parallel(groups * static_cast<size_t>(bands), cost, [&](size_t begin, size_t end) {
      for (size_t item = begin; item < end; ++item) {
        const auto band = static_cast<int64_t>(item % static_cast<size_t>(bands));
        const size_t group = item / static_cast<size_t>(bands);
        function(each, group * at_once, band * height / bands, (band + 1) * height / bands);
      }
    });
  }
}

}  // namespace etk::vec

#endif  // HWY_ONCE
