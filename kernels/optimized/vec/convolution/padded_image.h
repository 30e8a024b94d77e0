// Images with the zeros around them, for convolutions in one or two dimensions. What a tap of the kernel
// falls on at all places of the out is contiguous in such an image, so that the product reads it
// there: nothing is packed once more for each tap. Where the window takes steps, each channel is several
// images, each of every second pixel, or third.
//
// The places have the distance of the lines of that image, which are longer than those of the out; what is
// computed at their ends is left out.
#pragma once

#include "etk/base/window.h"
#include "vec/product/gemm.h"

namespace etk::vec {

class PaddedImage {
 public:
  /// For `channels` of an image, which a window and as many kernels make an out of.
  PaddedImage(const Window& window, size_t channels, size_t kernels, const View& out);

  /// Whether the convolution can be, and is better, done this way.
  bool is_fit() const {
    return is_fit_;
  }

  /// Takes memory of the context; false, with a failure in the context, if it has too little. For `most`
  /// images at a time if that is little, and enough for each thread to have one; else for one.
  bool allocate(Context& ctx, size_t most);

  /// How many images have memory of their own.
  size_t parts() const {
    return parts_;
  }
  PaddedImage part(size_t i) const {
    PaddedImage result = *this;
    result.memory_ += i * floats_;
    return result;
  }

  /// Computes a product whose factor a are the kernels, and whose columns are the places of the out.
  void multiply(const FloatProduct& product, const View& image) const;

 private:
  // A dimension: rows, or columns.
  struct Axis {
    size_t input, kernel, stride, padding, dilation, out;

    size_t images() const {
      const size_t reach = dilation * (kernel - 1) + 1;
      return reach < stride ? reach : stride;
    }
    size_t halo() const {
      return dilation * (kernel - 1) / stride;
    }
  };

  // Places of the out that are computed at once.
  struct Block {
    size_t first[2], size[2];
  };

  void find_sizes(size_t kernels);
  size_t channel_size(const Block& block) const;
  void copy_channel(const Block& block, const float* from, float* to) const;
  void copy_line(const Block& block, const float* from, size_t image, float* to) const;
  void multiply_block(const FloatProduct& product, const View& image, const Block& block) const;

  Axis axes_[2];
  const size_t channels_;
  size_t part_ = 0;          // of the channels
  size_t most_[2] = {0, 0};  // places in a block
  bool is_fit_ = false;
  float* memory_ = nullptr;
  size_t floats_ = 0;  // of each part
  size_t parts_ = 1;
};

}  // namespace etk::vec
