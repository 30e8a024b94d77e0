// Depthwise convolutions of a plane with a square kernel, without dilation, for one SIMD target.

#if defined(ETK_VEC_DEPTHWISE_SQUARE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DEPTHWISE_SQUARE_INL_H_
#undef ETK_VEC_DEPTHWISE_SQUARE_INL_H_
#else
#define ETK_VEC_DEPTHWISE_SQUARE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/convolution/depthwise_plane-inl.h"

#include <atomic>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Computes a vector of output pixels in each of several adjacent lines, with the same stride in both
// directions. Each input vector is loaded once for all lines.
template <size_t kSize, size_t kStride, size_t kLines, class Taps = std::make_index_sequence<kSize * kSize>>
struct SquareKernel;
template <size_t kSize, size_t kStride, size_t kLines, size_t... tap>
struct SquareKernel<kSize, kStride, kLines, std::index_sequence<tap...>> {
  static constexpr size_t kInputLines = (kLines - 1) * kStride + kSize;

  // Adds the products of pixels of line i of the input and taps of column x to the sums of the lines that
  // have them.
  template <size_t i, size_t x, class Weight, size_t... line>
  static HWY_INLINE void add(
      Pixels values, const Weight& weight, std::index_sequence<line...>, Each<Pixels, line>&... sums) {
    const auto add_one = [&](auto y, Pixels& sum) HWY_ATTR {
      if constexpr (y < kSize) {
        sum = hn::MulAdd(weight(std::integral_constant<size_t, y * kSize + x>()), values, sum);
      }
    };
    // Wraps around above the kernel.
    (add_one(std::integral_constant<size_t, i - kStride * line>(), sums), ...);
  }

  // `half` is from the even pixels of a line to the odd ones, if there is a stride.
  template <size_t i, size_t... x, class Weight, class Lines, class... Sums>
  static HWY_INLINE void add_line(
      const float* from,
      size_t half,
      std::index_sequence<x...>,
      const Weight& weight,
      Lines lines,
      Sums&... sums) {
    const auto load = [](const float* at) HWY_ATTR {
      const Pixels values = hn::LoadU(Floats(), at);
      // GCC would load the vector again for each product, unless memory might change in between.
      std::atomic_signal_fence(std::memory_order_acq_rel);
      return values;
    };
    (add<i, x>(load(from + x % kStride * half + x / kStride), weight, lines, sums...), ...);
  }

  template <class Weight, size_t... i, size_t... line>
  static HWY_INLINE void run(
      const Weight& weight,
      const OutPixels& result,
      const float* from,
      size_t length,
      size_t half,
      float* out,
      size_t width,
      size_t count,
      std::index_sequence<i...>,
      std::index_sequence<line...> lines,
      Each<Pixels, line>... sums) {
    (add_line<i>(from + i * length, half, std::make_index_sequence<kSize>(), weight, lines, sums...), ...);
    (result.store(sums, out + line * width, count), ...);
  }

  template <size_t... line, class... Arguments>
  static HWY_INLINE void start(
      std::index_sequence<line...> lines, Pixels bias, const Arguments&... arguments) {
    run(arguments..., std::make_index_sequence<kInputLines>(), lines, copy<line>(bias)...);
  }

  static HWY_INLINE void run_all(
      const DepthwisePlane& p, size_t first, size_t lines, Each<Pixels, tap>... weights) {
    const Floats d;
    const size_t width = p.width(), length = p.length;
    const size_t lanes = hn::Lanes(d), vectors = hwy::DivCeil(width, lanes);
    const bool has_rest = width % lanes != 0;
    const Pixels bias = hn::Set(d, p.bias);
    const OutPixels result(p);
    const float* const copy = p.copy;
    float* const out = p.out + first * width;
    const auto weight = [&](auto i) HWY_ATTR { return nth<i>(weights...); };
    for (size_t y = 0; y < lines; y += kLines) {
      // The last lines may be computed twice.
      const size_t line = HWY_MIN(y, lines - kLines);
      fetch_lines(p, first + lines + line, kLines);
      for (size_t i = 0; i < vectors; ++i) {
        const size_t x = vector_of(i, vectors, has_rest) * lanes;
        start(
            std::make_index_sequence<kLines>(), bias, weight, result, copy + line * p.line_step() + x, length,
            p.half, out + line * width + x, width, width - x);
      }
    }
  }

  static HWY_INLINE void run_lines(const DepthwisePlane& p, size_t first, size_t lines) {
    run_all(p, first, lines, hn::Set(Floats(), p.kernel[tap])...);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
