#include "etk/pool/fractional_pool.h"

#include "etk/elementwise/doubles.h"

#include <cmath>
#include <limits>

namespace etk {

namespace {

// A view of (batch,) channels and a plane with `rank` dimensions, with a batch of one if it has none.
View with_batch(const Tensor& tensor, size_t rank) {
  View view(tensor);
  if (view.rank == rank + 1) {
    view.prepend(1);
  }
  return view;
}

char* address(const View& view, char* plane, size_t rank, const Window::Index& at) {
  for (size_t d = 0; d < rank; ++d) {
    plane += at[d] * view.strides[2 + d];
  }
  return plane;
}

}  // namespace

bool FractionalPool::read(
    const Tensor& self, ArrayRef<int64_t> kernel_size, ArrayRef<int64_t> output_size, const Tensor& samples) {
  const size_t dims = Shape(self).rank;
  if ((dims != rank + 1 && dims != rank + 2) || samples.dim() != 3 || kernel_size.size() != rank ||
      output_size.size() != rank) {
    return false;
  }
  const View planes = with_batch(self, rank), sampled(samples);
  for (size_t d = 0; d < rank; ++d) {
    input[d] = planes.sizes[2 + d];
    kernel[d] = kernel_size[d];
    out[d] = output_size[d];
    if (kernel[d] < 1 || out[d] < 1 || kernel[d] > input[d] || out[d] > input[d] - kernel[d] + 1) {
      return false;
    }
  }
  return planes.sizes[1] > 0 && sampled.sizes[0] >= planes.sizes[0] && sampled.sizes[1] == planes.sizes[1] &&
         sampled.sizes[2] == static_cast<executorch::aten::SizesType>(rank);
}

Shape FractionalPool::shape(const Tensor& self) const {
  Shape shape(self);
  for (size_t d = 0; d < rank; ++d) {
    shape.sizes[shape.rank - rank + d] = static_cast<executorch::aten::SizesType>(out[d]);
  }
  return shape;
}

// The first index of a window: those between are at multiples of a fraction, from a random place on.
int64_t FractionalPool::first(size_t d, int64_t window, ScalarType dtype, double sample) const {
  if (window == out[d] - 1) {
    return input[d] - kernel[d];
  }
  const auto round = [dtype](double value) { return rounded(dtype, value); };
  const double steps = round(static_cast<double>(out[d] - 1));
  const double step = round(round(static_cast<double>(input[d] - kernel[d])) / steps);
  const double place = round(round(round(static_cast<double>(window)) + sample) * step);
  return static_cast<int64_t>(place) - static_cast<int64_t>(round(sample * step));
}

void FractionalPool::compute(
    const Tensor& self, const Tensor& samples, bool reversed, Tensor& maxima, Tensor& indices) const {
  const View from = with_batch(self, rank), to = with_batch(maxima, rank), where = with_batch(indices, rank);
  const View sampled(samples);
  for (int64_t n = 0; n < from.sizes[0]; ++n) {
    for (int64_t c = 0; c < from.sizes[1]; ++c) {
      const auto plane = [n, c](const View& view) {
        return view.data + n * view.strides[0] + c * view.strides[1];
      };
      Window::Index place = {0, 0, 0};
      do {
        Window::Index begin = {0, 0, 0}, in = {0, 0, 0};
        for (size_t d = 0; d < rank; ++d) {
          const auto dim = static_cast<ptrdiff_t>(reversed ? rank - 1 - d : d);
          const double sample = read_double(sampled.dtype, plane(sampled) + dim * sampled.strides[2]);
          begin[d] = first(d, place[d], sampled.dtype, sample);
        }
        double best = -std::numeric_limits<double>::infinity();
        int64_t best_index = -1;
        do {
          Window::Index at = {0, 0, 0};
          int64_t index = 0;
          for (size_t d = 0; d < rank; ++d) {
            at[d] = begin[d] + in[d];
            index = index * input[d] + at[d];
          }
          const double x = read_double(from.dtype, address(from, plane(from), rank, at));
          if (best_index < 0 || x > best || x != x) {
            best = x;
            best_index = index;
          }
        } while (advance(in, kernel));
        write_double(to.dtype, address(to, plane(to), rank, place), best);
        *reinterpret_cast<int64_t*>(address(where, plane(where), rank, place)) = best_index;
      } while (advance(place, out));
    }
  }
}

}  // namespace etk
