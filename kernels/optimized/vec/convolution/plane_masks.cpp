#include "vec/convolution/plane_masks.h"

#include <algorithm>

namespace etk::vec {
namespace {

// The maximum number of taps times the length of a line: a mask for each tap saves less time if lines are
// longer, and most vectors are inside a line.
constexpr size_t kMostTapsOfLine = 200;

// Sets the bits [begin, end).
void set_bits(uint64_t* words, size_t begin, size_t end) {
  while (begin < end) {
    const size_t place = begin % 64, count = std::min(end - begin, 64 - place);
    words[begin / 64] |= ~uint64_t{0} >> (64 - count) << place;
    begin += count;
  }
}

}  // namespace

bool PlaneMasks::find(const Sizes& sizes) {
  pixels_ = static_cast<size_t>(sizes.out[0] * sizes.out[1]);
  taps_ = static_cast<size_t>(sizes.kernel[0] * sizes.kernel[1]);
  bool is_fit = pixels_ <= kMostPixels && taps_ <= kMostTaps &&
                taps_ * static_cast<size_t>(sizes.out[1]) <= kMostTapsOfLine;
  for (size_t d = 0; d < 2; ++d) {
    is_fit = is_fit && sizes.stride[d] == 1 && sizes.out[d] == sizes.input[d];
  }
  size_t tap = 0;
  for (int64_t y = 0; is_fit && y < sizes.kernel[0]; ++y) {
    for (int64_t x = 0; x < sizes.kernel[1]; ++x, ++tap) {
      const int64_t down = y * sizes.dilation[0] - sizes.padding[0];
      set_tap(tap, sizes, down, x * sizes.dilation[1] - sizes.padding[1]);
    }
  }
  return is_fit;
}

void PlaneMasks::set_tap(size_t tap, const Sizes& sizes, int64_t down, int64_t across) {
  const int64_t height = sizes.out[0], width = sizes.out[1];
  const int64_t begin = std::max(int64_t{0}, -across), end = std::min(width, width - across);
  uint64_t* const words = words_ + tap * kWords;
  std::fill_n(words, kWords, uint64_t{0});
  for (int64_t y = std::max(int64_t{0}, -down); begin < end && y < std::min(height, height - down); ++y) {
    set_bits(words, static_cast<size_t>(y * width + begin), static_cast<size_t>(y * width + end));
  }
  offsets_[tap] = static_cast<ptrdiff_t>(down * width + across);
}

}  // namespace etk::vec
