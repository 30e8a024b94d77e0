// Convolutions for plain calls that are not transposed: contiguous tensors of one dtype; see
// base/plain.h.
#pragma once

#include "etk/base/plain.h"
#include "etk/base/window.h"
#include "etk/product/product.h"

namespace etk {

/// A convolution over up to `kSpatial` dimensions. Those before the last ones have size 1.
template <typename C, size_t kSpatial>
struct PlainConvolution {
  struct Dimension {
    size_t input = 1, kernel = 1, out = 1, stride = 1, padding = 0, dilation = 1;

    /// The index into the input under index k of the kernel, or one that is larger than any.
    size_t at(size_t position, size_t k) const {
      return position * stride + k * dilation - padding;
    }
  };
  Dimension dimensions[kSpatial];
  size_t batches, groups, channels, out_channels;  // `channels` of the input, in a group
  const C* input;
  const C* weight;
  const C* bias;  // may be null
  C* out;

  /// Sets the parameters of a dimension; false if they are invalid.
  bool read(Dimension& d, int64_t stride, int64_t padding, int64_t dilation) const {
    if (stride <= 0 || padding < 0 || dilation <= 0 || !is_size(stride) || !is_size(padding) ||
        !is_size(dilation) || d.kernel == 0) {
      return false;
    }
    d.stride = static_cast<size_t>(stride);
    d.padding = static_cast<size_t>(padding);
    d.dilation = static_cast<size_t>(dilation);
    const auto kernel = static_cast<int64_t>(d.kernel) - 1;
    const int64_t room = static_cast<int64_t>(d.input) + 2 * padding - dilation * kernel - 1;
    return room >= 0 && room / stride + 1 == static_cast<int64_t>(d.out);
  }

  void run() const {
    using Sum = Wrapping<C>;
    const Dimension one;
    const Dimension& z = kSpatial > 2 ? dimensions[0] : one;
    const Dimension& y = kSpatial > 1 ? dimensions[kSpatial - 2] : one;
    const Dimension& x = dimensions[kSpatial - 1];
    const size_t plane = z.input * y.input * x.input, of_group = out_channels / groups;
    C* to = out;
    for (size_t i = 0; i < batches * out_channels; ++i) {
      const size_t batch = i / out_channels, channel = i % out_channels;
      const C* image = input + (batch * groups + channel / of_group) * channels * plane;
      const C* kernel = weight + channel * channels * z.kernel * y.kernel * x.kernel;
      for (size_t oz = 0; oz < z.out; ++oz) {
        for (size_t oy = 0; oy < y.out; ++oy) {
          for (size_t ox = 0; ox < x.out; ++ox) {
            Sum total = 0, partial = 0;
            size_t taps = 0;
            const C* weights = kernel;
            for (size_t c = 0; c < channels; ++c) {
              for (size_t kz = 0; kz < z.kernel; ++kz) {
                const size_t iz = z.at(oz, kz);
                for (size_t ky = 0; ky < y.kernel; ++ky) {
                  const size_t iy = y.at(oy, ky);
                  for (size_t kx = 0; kx < x.kernel; ++kx, ++weights) {
                    // As in `run` of products, chunks are added first.
                    if (taps++ % kChunk == 0) {
                      total += partial;
                      partial = 0;
                    }
                    const size_t ix = x.at(ox, kx);
                    if (iz < z.input && iy < y.input && ix < x.input) {
                      const C pixel = image[c * plane + (iz * y.input + iy) * x.input + ix];
                      partial += static_cast<Sum>(pixel) * static_cast<Sum>(*weights);
                    }
                  }
                }
              }
            }
            total += partial;
            *to++ = static_cast<C>(bias ? total + static_cast<Sum>(bias[channel]) : total);
          }
        }
      }
    }
  }
};

/// A value of a parameter that is given for each spatial dimension, or once for all of them; -1 if it is
/// neither.
inline int64_t spatial_value(ArrayRef<int64_t> list, size_t rank, size_t d) {
  return list.size() == 1 ? list[0] : list.size() == rank ? list[d] : -1;
}

/// Whether all calls have the same number everywhere in a list.
template <const char* kOp, int kIndex>
constexpr bool is_fixed_to(int64_t number) {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  for (int64_t i = 0; fixed.kind == Fixed::kInts && i < fixed.integer; ++i) {
    if (fixed.integers[i] != number) {
      return false;
    }
  }
  return fixed.kind == Fixed::kInts;
}

/// Whether all calls of a convolution are plain, and not transposed.
template <const char* kOp>
constexpr bool is_plain_convolution() {
  constexpr Fixed transposed = fixed_argument<kOp>(6);
  return is_plain<kOp>() && transposed.kind == Fixed::kBool && transposed.integer == 0 &&
         call_facts<kOp>().max_rank < 6 && is_fixed_to<kOp, 7>(0);
}

/// False if the call is wrong.
template <const char* kOp>
ETK_INLINE bool convolve_plain(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& optional_bias,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    int64_t groups,
    Tensor& out) {
  using C = PlainValue<kOp>;
  constexpr size_t kMost = call_facts<kOp>().max_rank < 3 ? 1 : call_facts<kOp>().max_rank - 2;
  const std::optional<Tensor> bias = fixed_or<kOp, 2>(optional_bias);
  const auto from = input.sizes(), kernel = weight.sizes(), to = out.sizes();
  const size_t rank = from.size() - 2;
  ETK_REQUIRE(ctx, from.size() >= 3 && kernel.size() == from.size() && to.size() == from.size(), false);
  ETK_REQUIRE(ctx, to[0] == from[0] && to[1] == kernel[0], false);
  ETK_REQUIRE(ctx, !bias || (bias->dim() == 1 && bias->size(0) == to[1]), false);
  ETK_REQUIRE(ctx, groups > 0 && kernel[1] * groups == from[1] && to[1] % groups == 0, false);
  PlainConvolution<C, kMost> convolution;
  for (size_t d = 0; d < rank; ++d) {
    auto& dimension = convolution.dimensions[kMost - rank + d];
    dimension.input = from[d + 2];
    dimension.kernel = kernel[d + 2];
    dimension.out = to[d + 2];
    const int64_t spread = is_fixed_to<kOp, 5>(1) ? 1 : spatial_value(dilation, rank, d);
    ETK_REQUIRE(
        ctx,
        convolution.read(dimension, spatial_value(stride, rank, d), spatial_value(padding, rank, d), spread),
        false);
  }
  convolution.batches = from[0];
  convolution.groups = groups;
  convolution.channels = kernel[1];
  convolution.out_channels = to[1];
  convolution.input = static_cast<const C*>(input.const_data_ptr());
  convolution.weight = static_cast<const C*>(weight.const_data_ptr());
  convolution.bias = bias ? static_cast<const C*>(bias->const_data_ptr()) : nullptr;
  convolution.out = static_cast<C*>(out.mutable_data_ptr());
  convolution.run();
  return true;
}

}  // namespace etk
