// Which pixels of a small plane have an input pixel under each tap of a depthwise kernel.
#pragma once

#include "vec/convolution/depthwise.h"

namespace etk::vec {

/// For planes whose out has their size: all input pixels of a tap have the same distance in memory from their
/// pixels of the out. A bit is set for each pixel whose input pixel is inside the image.
class PlaneMasks {
 public:
  /// False if planes of these sizes are not supported.
  bool find(const Sizes& sizes);

  size_t pixels() const {
    return pixels_;
  }
  size_t taps() const {
    return taps_;
  }
  /// From a pixel of the out to the input pixel of a tap.
  ptrdiff_t offset(size_t tap) const {
    return offsets_[tap];
  }
  /// The bits of a tap for the pixels from `first` on, a multiple of 8, in little-endian order.
  const uint8_t* bits(size_t tap, size_t first) const {
    return reinterpret_cast<const uint8_t*>(words_ + tap * kWords) + first / 8;
  }

 private:
  static constexpr size_t kWords = 4, kMostPixels = kWords * 64;

  // For a tap whose input pixels are so many lines and columns from those of the out.
  void set_tap(size_t tap, const Sizes& sizes, int64_t down, int64_t across);

  size_t pixels_ = 0, taps_ = 0;
  ptrdiff_t offsets_[kMostTaps];
  uint64_t words_[kMostTaps * kWords + 1];  // a mask is loaded with 8 bytes
};

}  // namespace etk::vec
