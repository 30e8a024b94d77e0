#include "vec/convolution/padded_image.h"

#include "vec/base/even.h"
#include "vec/base/parallel.h"
#include "vec/convolution/convolution.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// The maximum size of the temporary memory, in floats.
constexpr size_t kMost = size_t{1} << 17;

// The cost of packing the input of a tap, in multiplications per kernel.
constexpr size_t kPackCost = 110;

// The number of panels of the minimum width.
size_t rounded(size_t columns) {
  return (columns + 31) / 32;
}

size_t part_size(size_t n, size_t most) {
  const size_t parts = (n + most - 1) / most;
  return (n + parts - 1) / parts;
}

}  // namespace

PaddedImage::PaddedImage(const Window& window, size_t channels, size_t kernels, const View& out)
    : channels_(channels) {
  for (size_t i = 0; i < 2; ++i) {
    const bool exists = i + window.rank >= 2 && window.rank <= 2;
    const size_t d = exists ? i + window.rank - 2 : 0;
    const auto size = [&](const Window::Index& sizes) { return static_cast<size_t>(sizes[d]); };
    axes_[i] = {1, 1, 1, 0, 1, 1};
    if (exists) {
      axes_[i] = {size(window.input),   size(window.kernel),   size(window.stride),
                  size(window.padding), size(window.dilation), static_cast<size_t>(out.sizes[d + 2])};
    }
  }
  if (window.rank <= 2 && window.kernel_size() > 0 && channels > 0) {
    find_sizes(kernels);
  }
}

void PaddedImage::find_sizes(size_t kernels) {
  const size_t taps = axes_[0].kernel * axes_[1].kernel;
  if (taps > kDepth) {
    return;
  }
  part_ = part_size(channels_, kDepth / taps);
  const size_t room = (kMost - kPanelSlack) / part_ / (axes_[0].images() * axes_[1].images());
  const size_t line = axes_[1].out + axes_[1].halo(), rows = axes_[0].halo() + 1;
  if (rows * line <= room) {
    most_[0] = part_size(axes_[0].out, room / line - axes_[0].halo());
    most_[1] = axes_[1].out;
  } else if (room / rows > axes_[1].halo()) {
    most_[0] = 1;
    most_[1] = part_size(axes_[1].out, room / rows - axes_[1].halo());
  }
  const size_t places = most_[0] * most_[1];
  const size_t computed = places ? (most_[0] - 1) * (most_[1] + axes_[1].halo()) + most_[1] : 0;
  // Not used if the ends of lines are more than a third of the computed pixels, which takes longer than
  // packing.
  const bool is_dense = 2 * rounded(computed) <= 3 * rounded(places);
  is_fit_ = places > 0 && (is_dense || (computed - places) * kernels <= kPackCost * places) &&
            (most_[1] == axes_[1].out || most_[1] > 4 * axes_[1].halo());
}

size_t PaddedImage::channel_size(const Block& block) const {
  size_t size = 1;
  for (size_t i = 0; i < 2; ++i) {
    size *= axes_[i].images() * (block.size[i] + axes_[i].halo());
  }
  return size;
}

// The number of blocks of whole lines that threads compute on their own, because to read pixels that another
// processor has copied takes longer than to copy them; 1 if there are too few lines.
size_t PaddedImage::find_blocks() const {
  constexpr size_t kFewestPlaces = 96;
  const size_t threads = thread_count(), most = axes_[0].out * axes_[1].out / kFewestPlaces;
  const bool is_divisible = threads > 1 && most >= threads && most_[1] == axes_[1].out;
  return is_divisible ? std::min({most, 4 * threads, axes_[0].out}) : 1;
}

bool PaddedImage::allocate(Context& ctx, size_t most) {
  const size_t blocks = most == 1 ? find_blocks() : 1;
  most_[0] = std::min(most_[0], (axes_[0].out + blocks - 1) / blocks);
  floats_ = separate_floats(part_ * channel_size({{0, 0}, {most_[0], most_[1]}}) + kPanelSlack);
  parts_ = memories_for_all(most, kMost / floats_);
  blocks_ = memories_for_all(blocks, 4 * kMost / floats_);
  memory_ = static_cast<float*>(etk::allocate(ctx, parts_ * blocks_ * floats_ * sizeof(float), 64));
  return memory_ != nullptr;
}

// Copies one line of one image of a channel: every stride-th pixel from pixel `image` on.
void PaddedImage::copy_line(const Block& block, const float* from, size_t image, float* to) const {
  const Axis& x = axes_[1];
  const size_t length = block.size[1] + x.halo(), start = block.first[1] * x.stride + image;
  // Pixels [begin, end) of the line are inside the image.
  size_t begin = start >= x.padding ? 0 : (x.padding - start + x.stride - 1) / x.stride;
  const size_t after = x.padding + x.input;
  size_t end = after > start ? (after - start + x.stride - 1) / x.stride : 0;
  begin = begin < length ? begin : length;
  end = end < begin ? begin : end < length ? end : length;
  std::memset(to, 0, begin * sizeof(float));
  std::memset(to + end, 0, (length - end) * sizeof(float));
  if (begin == end) {
    return;
  }
  const float* at = from + (start + begin * x.stride - x.padding);
  if (x.stride == 1) {
    std::memcpy(to + begin, at, (end - begin) * sizeof(float));
  } else if (x.stride == 2) {
    copy_even(at, end - begin, to + begin);
  } else {
    for (size_t i = begin; i < end; ++i, at += x.stride) {
      to[i] = *at;
    }
  }
}

void PaddedImage::copy_channel(const Block& block, const float* from, float* to) const {
  const Axis &y = axes_[0], &x = axes_[1];
  const size_t lines = block.size[0] + y.halo(), length = block.size[1] + x.halo();
  for (size_t i = 0; i < y.images(); ++i) {
    for (size_t j = 0; j < x.images(); ++j) {
      for (size_t line = 0; line < lines; ++line, to += length) {
        const size_t row = (block.first[0] + line) * y.stride + i;
        if (row < y.padding || row - y.padding >= y.input) {
          std::memset(to, 0, length * sizeof(float));
        } else {
          copy_line(block, from + (row - y.padding) * x.input, j, to);
        }
      }
    }
  }
}

void PaddedImage::multiply_block(const FloatProduct& product, const View& image, const Block& block) const {
  const Axis &y = axes_[0], &x = axes_[1];
  const size_t length = block.size[1] + x.halo(), size = channel_size(block);
  const size_t plane = (block.size[0] + y.halo()) * length, taps = y.kernel * x.kernel;
  ptrdiff_t offsets[kDepth];
  for (size_t k = 0; k < part_ * taps; ++k) {
    const size_t row = k % taps / x.kernel * y.dilation, column = k % x.kernel * x.dilation;
    const size_t number = row % y.stride * x.images() + column % x.stride;
    offsets[k] = static_cast<ptrdiff_t>(
        k / taps * size + number * plane + row / y.stride * length + column / x.stride);
  }
  const DirectColumns columns{
      memory_, offsets, (block.size[0] - 1) * length + block.size[1], length, block.size[1]};
  const size_t out = block.first[0] * x.out + block.first[1];
  for (size_t channel = 0; channel < channels_; channel += part_) {
    const size_t count = part_ < channels_ - channel ? part_ : channels_ - channel;
    parallel(count, size, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const float* from = floats_of(image) + static_cast<ptrdiff_t>(channel + i) * stride_of(image, 1);
        copy_channel(block, from, memory_ + i * size);
      }
    });
    // The last panel reads these floats, whose products are ignored.
    std::fill_n(memory_ + count * size, kPanelSlack, 0.0F);
    multiply_direct(product, channel * taps, count * taps, out, columns);
  }
}

void PaddedImage::multiply(const FloatProduct& product, const View& image) const {
  const Axis &y = axes_[0], &x = axes_[1];
  const size_t across = (x.out + most_[1] - 1) / most_[1], down = (y.out + most_[0] - 1) / most_[0];
  const size_t cost = product.m * most_[0] * most_[1] * product.k / 32;
  parallel_items(across * down, blocks_, cost, [&](size_t i, size_t memory) {
    Block block;
    const size_t at[] = {i / across, i % across};
    for (size_t d = 0; d < 2; ++d) {
      block.first[d] = at[d] * most_[d];
      block.size[d] = std::min(most_[d], axes_[d].out - block.first[d]);
    }
    part(memory).multiply_block(product, image, block);
  });
}

}  // namespace etk::vec
