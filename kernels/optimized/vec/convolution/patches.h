// Images and kernels as the factors of a product (im2col): the patches under the kernel are packed on the
// fly.
#pragma once

#include "etk/base/window.h"
#include "vec/convolution/convolution.h"
#include "vec/product/gemm.h"

namespace etk::vec {

/// Pixel positions of a convolution: output pixels, and the input pixels under the kernel.
struct Geometry {
  const Window& window;
  const float* image;
  ptrdiff_t channel;                     // strides
  ptrdiff_t steps[Window::kMaxSpatial];  // along each dimension
  Window::Index out = {1, 1, 1};         // sizes

  Geometry(const Window& window, const View& input, const View& out_view)
      : window(window), image(floats_of(input)), channel(stride_of(input, 1)) {
    for (size_t d = 0; d < Window::kMaxSpatial; ++d) {
      steps[d] = d < window.rank ? stride_of(input, d + 2) : 0;
      out[d] = d < window.rank ? out_view.sizes[d + 2] : 1;
    }
  }

  size_t last() const {
    return window.rank - 1;
  }

  // The index in dimension d of the image.
  int64_t index(size_t d, int64_t at, int64_t tap) const {
    return at * window.stride[d] - window.padding[d] + tap * window.dilation[d];
  }

  // The offset of a line of the image: of all dimensions except the last. False if it is outside the image.
  bool find_line(const Window::Index& at, const Window::Index& tap, ptrdiff_t& offset) const {
    offset = 0;
    for (size_t d = 0; d < last(); ++d) {
      const int64_t i = index(d, at[d], tap[d]);
      if (i < 0 || i >= window.input[d]) {
        return false;
      }
      offset += i * steps[d];
    }
    return true;
  }

  // The pixel with the given number, in the order of dimensions.
  void locate(const Window::Index& sizes, size_t number, Window::Index& at) const {
    auto rest = static_cast<int64_t>(number);
    for (size_t d = window.rank; d-- > 0; rest /= sizes[d]) {
      at[d] = rest % sizes[d];
    }
  }
};

/// Column i: the patch under the kernel at output pixel i, channel by channel.
class PlaceColumns final : public Factor {
 public:
  explicit PlaceColumns(const Geometry& geometry) : g_(geometry) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  static constexpr size_t kMostLines = 64;

  struct Line {
    int64_t start[Window::kMaxSpatial];  // the index in the image of the first kernel position
    int64_t count;
  };

  void advance_in(Window::Index& at) const;
  void copy_line(const float* image, const Line& line, const Window::Index& tap, float* to) const;

  const Geometry& g_;
};

/// Row i: the same for channels-last images: tap by tap, with all channels of each tap.
class PlaceRows final : public Factor {
 public:
  PlaceRows(const Geometry& geometry, size_t channels) : g_(geometry), channels_(channels) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  void pack_row(
      const Window::Index& at, const Window::Index& first_tap, size_t channel, size_t depth, float* to) const;

  const Geometry& g_;
  const size_t channels_;
};

/// Column i: the kernel of output channel i, tap by tap, with all input channels of each tap.
class KernelColumns final : public Factor {
 public:
  KernelColumns(const View& weight, size_t kernel_size) : weight_(weight), kernel_size_(kernel_size) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  const View& weight_;
  const size_t kernel_size_;
};

}  // namespace etk::vec
