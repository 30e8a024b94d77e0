// Depthwise convolutions channel by channel, from padded copies of a few lines, which stay in the first-level
// cache; see depthwise_plane-inl.h.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/convolution/depthwise_planes.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/base/vectors-inl.h"
#include "vec/convolution/depthwise.h"  // IWYU pragma: associated
#include "vec/convolution/depthwise_masked-inl.h"
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

void run_any_lines(const DepthwisePlane& p, size_t first, size_t lines) {
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
void run_single_places(const DepthwisePlane& p, size_t first, size_t lines) {
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

LinesFunction lines_function(const Sizes& s, size_t lines) {
  const int64_t stride = s.stride[1];
  const bool is_square =
      s.stride[0] == stride && s.dilation[0] == 1 && s.dilation[1] == 1 && s.kernel[0] == s.kernel[1];
  return stride > 2    ? run_single_places
         : !is_square  ? run_any_lines
         : stride == 2 ? square_lines<2>(s, lines)
                       : square_lines<1>(s, lines);
}

// The vectors at the end of the last line read elements after the copy, which must be readable.
void run_copied_plane(const DepthwisePlane& p) {
  const auto height = static_cast<size_t>(p.sizes.out[0]);
  for (size_t y = 0; y < height; y += p.lines) {
    const size_t lines = HWY_MIN(p.lines, height - y);
    copy_lines(p, y, lines);
    lines_function(p.sizes, lines)(p, y, lines);
  }
}

void run_plane(const DepthwisePlane& p) {
  if (kMasksPlanes && p.masks) {
    run_masked_plane(p);
  } else {
    run_copied_plane(p);
  }
  p.epilogue.activate(p.out, static_cast<size_t>(p.sizes.out[0]) * p.width());
}

bool masks_planes() {
  return kMasksPlanes;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cstring>

namespace etk::vec {

HWY_EXPORT(run_plane);
HWY_EXPORT(masks_planes);

// The number of floats after the last line that vectors may read, and set to 0.
constexpr size_t kPlaneSlack = 8 * 64;

// The number of floats of a copy, unless the input of four lines of the out takes more.
constexpr size_t kMostCopied = 4096;

// The number of floats of an image that a cache keeps since the previous operator wrote it: 1 MiB.
constexpr size_t kMostNear = size_t{1} << 18;

// The padded copies of lines that planes are computed from.
struct Copy {
  size_t half, length, lines;  // as those of DepthwisePlane
  size_t floats;

  explicit Copy(const Sizes& sizes) {
    half = sizes.stride[1] == 2 ? (sizes.padded(1) + 1) / 2 : 0;
    length = half ? 2 * half : sizes.padded(1);
    const auto height = static_cast<size_t>(sizes.out[0]), stride = static_cast<size_t>(sizes.stride[0]);
    const size_t extra = sizes.padded(0) - (height - 1) * stride, room = kMostCopied / length;
    lines = room > extra + 3 * stride ? (room - extra) / stride + 1 : 4;
    lines = lines >= height ? height : lines < kManyLines ? lines : lines / kManyLines * kManyLines;
    floats = separate_floats(((lines - 1) * stride + extra) * length + kPlaneSlack);
  }
};

bool convolve_planes(
    Context& ctx,
    const Sizes& sizes,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  const auto channels = static_cast<size_t>(out.sizes[1]),
             multiplier = channels / static_cast<size_t>(input.sizes[1]);
  const size_t planes = static_cast<size_t>(out.sizes[0]) * channels;
  const bool fetches =
      static_cast<size_t>(input.sizes[0] * input.sizes[1] * sizes.input[0] * sizes.input[1]) > kMostNear;
  const auto taps = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  const size_t cost = static_cast<size_t>(sizes.out[0] * sizes.out[1]) * taps / 4;
  const Copy copy(sizes);
  PlaneMasks masks;
  const bool is_masked = HWY_DYNAMIC_DISPATCH(masks_planes)() && masks.find(sizes);
  const auto run = [&](size_t i, float* memory) {
    const size_t batch = i / channels, channel = i % channels;
    const auto at = [batch](const View& view, size_t index) {
      return floats_of(view) + static_cast<ptrdiff_t>(batch) * stride_of(view, 0) +
             static_cast<ptrdiff_t>(index) * stride_of(view, 1);
    };
    const DepthwisePlane plane{
        sizes,
        epilogue,
        is_masked ? &masks : nullptr,
        copy.half,
        copy.length,
        copy.lines,
        memory,
        at(input, channel / multiplier),
        floats_of(weight) + channel * taps,
        bias ? floats_of(*bias)[channel] : 0,
        const_cast<float*>(at(out, channel)),
        fetches};
    HWY_DYNAMIC_DISPATCH(run_plane)(plane);
  };
  if (is_masked) {
    parallel(planes, cost, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        run(i, nullptr);
      }
    });
    return true;
  }
  const size_t copies = memories_for(planes);
  float* memory = take_floats(ctx, copies * copy.floats);
  if (!memory) {
    return true;
  }
  std::memset(memory, 0, copies * copy.floats * sizeof(float));
  parallel_items(
      planes, copies, cost, [&](size_t i, size_t thread) { run(i, memory + thread * copy.floats); });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
