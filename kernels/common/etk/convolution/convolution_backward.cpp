#include "etk/convolution/convolution_backward.h"

#include <cstring>

namespace etk {
namespace {

using internal::at;
using internal::keep_group;

// Row i: the elements of channel i that one kernel position covers, along the batch and the window positions
// of a plane.
class Samples final : public Factor {
 public:
  // `places` has the window positions in each dimension.
  Samples(const Window& window, const View& from, const Window::Index& places)
      : window_(window), from_(from), places_{places[0], places[1], places[2]} {}

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    Window::Index place, index;
    auto rest = static_cast<int64_t>(k);
    for (size_t d = Window::kMaxSpatial; d-- > 0; rest /= places_[d]) {
      place[d] = rest % places_[d];
    }
    const size_t size = value_size(compute_of(from_.dtype));
    char* values = source.buffer();
    std::memset(values, 0, n * size);
    for (size_t i = 0; i < n; ++i) {
      if (window_.locate(place, kernel, index)) {
        const char* data = at(from_, 1, static_cast<int64_t>(row), index) + rest * from_.strides[0];
        load(from_.dtype, data, 0, 1, values + i * size);
      }
      rest += !advance(place, places_);
    }
    return values;
  }

  Window::Index kernel = {0, 0, 0};  // the position in the kernel

 private:
  const Window& window_;
  const View& from_;  // of one group
  const Window::Index places_;
};

}  // namespace

void Convolution::run_backward_input(
    DotFunction dot, const View& grad_output, const View& weight, const View& grad_input) const {
  Convolution other = *this;
  other.window_.transposed = !window_.transposed;
  for (size_t d = 0; d < window_.rank; ++d) {
    other.window_.input[d] = grad_output.sizes[d + 2];
  }
  other.run(dot, grad_output, weight, nullptr, grad_input);
}

void Convolution::run_backward_weight(
    DotFunction dot, const View& grad_output, const View& input, const View& grad_weight) const {
  // The window slides over one of the two tensors, and has a position for each position of the other.
  const View& below = window_.transposed ? grad_output : input;
  const View& above = window_.transposed ? input : grad_output;
  Window window = window_, itself;
  window.transposed = false;
  itself.rank = window.rank;
  for (size_t d = 0; d < window.rank; ++d) {
    window.input[d] = below.sizes[d + 2];
    itself.input[d] = above.sizes[d + 2];
  }
  for (int64_t group = 0; group < groups_; ++group) {
    View from = below, by = above, to = grad_weight;
    keep_group(from, 1, groups_, group);
    keep_group(by, 1, groups_, group);
    keep_group(to, 0, groups_, group);
    const Samples rows(itself, by, itself.input);
    Samples columns(window, from, itself.input);
    Product product{rows, columns, to.dtype};
    product.m = to.sizes[0];
    product.n = to.sizes[1];
    product.k = static_cast<size_t>(by.sizes[0] * itself.input[0] * itself.input[1] * itself.input[2]);
    product.out_strides[0] = to.strides[0];
    product.out_strides[1] = to.strides[1];
    do {
      product.out = const_cast<char*>(at(to, 1, 0, columns.kernel));
      etk::run(dot, product);
    } while (advance(columns.kernel, window.kernel));
  }
}

}  // namespace etk
