// Images and kernels as the factors of a product: what the kernel falls on at each place is packed as it is
// needed.
#pragma once

#include "etk/base/window.h"
#include "vec/convolution/convolution.h"
#include "vec/product/gemm.h"

namespace etk::vec {

/// Places in an image: of the out, and with the kernel at a place what it falls on.
struct Geometry {
  const Window& window;
  const float* image;
  ptrdiff_t channel;                     // distances
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

  // The index into dimension d of the image.
  int64_t index(size_t d, int64_t at, int64_t tap) const {
    return at * window.stride[d] - window.padding[d] + tap * window.dilation[d];
  }

  // The offset of a line of the image: all dimensions but the last. False if it is outside the image.
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

  // The place with a number, in the order of dimensions.
  void locate(const Window::Index& sizes, size_t number, Window::Index& at) const {
    auto rest = static_cast<int64_t>(number);
    for (size_t d = window.rank; d-- > 0; rest /= sizes[d]) {
      at[d] = rest % sizes[d];
    }
  }
};

/// Column i: what the kernel falls on at the i-th place of the out, channel by channel.
class PlaceColumns final : public Factor {
 public:
  explicit PlaceColumns(const Geometry& geometry) : g_(geometry) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  static constexpr size_t kMostLines = 64;

  struct Line {
    int64_t start[Window::kMaxSpatial];  // in the image, under the first position of the kernel
    int64_t count;
  };

  void advance_in(Window::Index& at) const;
  void copy_line(const float* image, const Line& line, const Window::Index& tap, float* to) const;

  const Geometry& g_;
};

/// Row i: the same for images with the channels last: tap by tap, and of each all channels.
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

/// Column i: the kernel of channel i of the out, tap by tap, and of each all channels of the input.
class KernelColumns final : public Factor {
 public:
  KernelColumns(const View& weight, size_t kernel_size) : weight_(weight), kernel_size_(kernel_size) {}

  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  const View& weight_;
  const size_t kernel_size_;
};

}  // namespace etk::vec
