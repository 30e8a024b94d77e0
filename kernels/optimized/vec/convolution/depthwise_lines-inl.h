// Depthwise convolutions of lines of a plane with any kernel, stride and dilation, from their padded copies,
// for one SIMD target; lines_function() finds what is fastest for a shape.

#if defined(ETK_VEC_DEPTHWISE_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DEPTHWISE_LINES_INL_H_
#undef ETK_VEC_DEPTHWISE_LINES_INL_H_
#else
#define ETK_VEC_DEPTHWISE_LINES_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/convolution/depthwise_plane-inl.h"
#include "vec/convolution/depthwise_square-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Computes vectors of output pixels, whose input is `from_step` apart; sums begin with the bias. The first
// vector has up to `count` pixels, each following one `fewer` less.
template <class... Vs>
HWY_INLINE void run_places(
    const DepthwisePlane& p,
    const OutPixels& result,
    const float* from,
    size_t from_step,
    float* out,
    size_t out_step,
    size_t count,
    size_t fewer,
    Vs... sums) {
  const Floats d;
  const auto height = static_cast<size_t>(p.sizes.kernel[0]), width = static_cast<size_t>(p.sizes.kernel[1]);
  const auto down = static_cast<size_t>(p.sizes.dilation[0]),
             across = static_cast<size_t>(p.sizes.dilation[1]);
  const float* weight = p.kernel;
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x, ++weight) {
      const float* at = from + y * down * p.length + p.place(x * across);
      const Pixels w = hn::Set(d, *weight);
      ((sums = hn::MulAdd(w, hn::LoadU(d, at), sums), at += from_step), ...);
    }
  }
  ((result.store(sums, out, count), out += out_step, count -= HWY_MIN(count, fewer)), ...);
}

inline void run_any_lines(const DepthwisePlane& p, size_t first, size_t lines) {
  const Floats d;
  const size_t lanes = hn::Lanes(d), width = p.width(), step = p.line_step();
  const size_t vectors = hwy::DivCeil(width, lanes);
  const Pixels bias = hn::Set(d, p.bias);
  const OutPixels result(p);
  float* out = p.out + first * width;
  // Four vectors at a time: below each other in narrow planes, where the last lines may be computed twice,
  // and beside each other in others.
  if (width <= 2 * lanes && lines >= 4) {
    for (size_t y = 0; y < lines; y += 4) {
      const size_t line = HWY_MIN(y, lines - 4);
      fetch_lines(p, first + lines + line, 4);
      const float* from = p.copy + line * step;
      float* to = out + line * width;
      for (size_t i = 0; i < vectors; ++i) {
        const size_t x = vector_of(i, vectors, width % lanes != 0) * lanes;
        run_places(p, result, from + x, step, to + x, width, width - x, 0, bias, bias, bias, bias);
      }
    }
    return;
  }
  for (size_t y = 0; y < lines; ++y, out += width) {
    fetch_lines(p, first + lines + y, 1);
    const float* from = p.copy + y * step;
    size_t x = 0;
    for (; x + 2 * lanes < width; x += 4 * lanes) {
      run_places(p, result, from + x, lanes, out + x, lanes, width - x, lanes, bias, bias, bias, bias);
    }
    for (; x < width; x += lanes) {
      run_places(p, result, from + x, lanes, out + x, lanes, width - x, lanes, bias);
    }
  }
}

// Strides greater than two.
inline void run_single_places(const DepthwisePlane& p, size_t first, size_t lines) {
  const Sizes& s = p.sizes;
  const auto taps = static_cast<size_t>(s.kernel[0] * s.kernel[1]), width = p.width();
  const auto kernel_width = static_cast<size_t>(s.kernel[1]), stride = static_cast<size_t>(s.stride[1]);
  const auto down = static_cast<size_t>(s.dilation[0]) * p.length,
             across = static_cast<size_t>(s.dilation[1]);
  float* const out = p.out + first * width;
  for (size_t i = 0; i < lines * width; ++i) {
    const float* from = p.copy + i / width * p.line_step() + i % width * stride;
    float sum = p.bias;
    for (size_t k = 0; k < taps; ++k) {
      sum += p.kernel[k] * from[k / kernel_width * down + k % kernel_width * across];
    }
    out[i] = sum;
  }
  Epilogue bounds = p.epilogue;
  bounds.activation = nullptr;
  bounds.finish(out, lines * width);
}

/// Computes lines of the out: the plane, the first line and their number.
using LinesFunction = void (*)(const DepthwisePlane&, size_t, size_t);

template <size_t kSize, size_t kStride>
HWY_INLINE LinesFunction square_lines(size_t lines) {
  // More lines share more of their input, and their sums do not wait for each other, but need registers.
#if HWY_TARGET <= HWY_AVX3
  if (lines % kManyLines == 0) {
    return SquareKernel<kSize, kStride, kManyLines>::run_lines;
  }
#endif
  return lines < 4 ? run_any_lines : SquareKernel<kSize, kStride, 4>::run_lines;
}

template <size_t kStride>
HWY_INLINE LinesFunction square_lines(const Sizes& s, size_t lines) {
  return s.kernel[0] == 3   ? square_lines<3, kStride>(lines)
         : s.kernel[0] == 5 ? square_lines<5, kStride>(lines)
                            : run_any_lines;
}

inline LinesFunction lines_function(const Sizes& s, size_t lines) {
  const int64_t stride = s.stride[1];
  const bool is_square =
      s.stride[0] == stride && s.dilation[0] == 1 && s.dilation[1] == 1 && s.kernel[0] == s.kernel[1];
  return stride > 2    ? run_single_places
         : !is_square  ? run_any_lines
         : stride == 2 ? square_lines<2>(s, lines)
                       : square_lines<1>(s, lines);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
