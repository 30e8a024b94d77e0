// Padded images, for convolutions in one or two dimensions. In such an image, the input pixels of a tap for
// all output pixels are contiguous, so that the product reads them directly and nothing is packed for each
// tap. If the window has a stride, each channel is split into several images, such as the even and the odd
// pixels.
//
// The computed pixels have the stride of the padded lines, which are longer than the lines of the out; the
// results at the ends of lines are ignored.
#pragma once

#include "etk/base/window.h"
#include "vec/product/gemm.h"

namespace etk::vec {

class PaddedImage {
 public:
  /// For `channels` channels of an image, a window, and `kernels` output channels.
  PaddedImage(const Window& window, size_t channels, size_t kernels, const View& out);

  /// Whether the convolution is supported and faster this way.
  bool is_fit() const {
    return is_fit_;
  }

  /// Allocates temporary memory; false, with a failure in the context, if it has too little. Allocates it for
  /// up to `most` images at a time if that takes little memory and serves each thread; otherwise for one,
  /// whose blocks threads compute.
  bool allocate(Context& ctx, size_t most);

  /// The number of threads that have their own memory.
  size_t parts() const {
    return parts_;
  }
  PaddedImage part(size_t i) const {
    PaddedImage result = *this;
    result.memory_ += i * floats_;
    return result;
  }

  /// Computes a product whose factor a are the kernels, and whose columns are the output pixels.
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

  // Output pixels that are computed at once.
  struct Block {
    size_t first[2], size[2];
  };

  void find_sizes(size_t kernels);
  size_t find_blocks() const;
  size_t channel_size(const Block& block) const;
  void copy_channel(const Block& block, const float* from, float* to) const;
  void copy_line(const Block& block, const float* from, size_t image, float* to) const;
  void multiply_block(const FloatProduct& product, const View& image, const Block& block) const;

  Axis axes_[2];
  const size_t channels_;
  size_t part_ = 0;          // of the channels
  size_t most_[2] = {0, 0};  // pixels in a block
  bool is_fit_ = false;
  float* memory_ = nullptr;
  size_t floats_ = 0;  // of each part
  size_t parts_ = 1;
  size_t blocks_ = 1;  // the number of threads that compute blocks of one image, with their own memory
};

}  // namespace etk::vec
