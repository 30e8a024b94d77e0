// col2im(self): the image that im2col makes columns of, where each pixel is the sum of its places in them
#include "etk/chunk.h"
#include "etk/columns.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCol2im[] = "col2im.out";

namespace {

// Adds n values to the total.
using AddFunction = void (*)(const void* values, size_t n, void* total);

void columns_to_image(AddFunction add, const Columns& columns, const View& from, const View& to) {
  // A transposed window goes from a pixel to the places from where the kernel falls on it.
  Window window = columns.window;
  window.transposed = true;
  Window::Index pixels = {1, 1, 1};
  for (size_t d = 0; d < 2; ++d) {
    window.input[d] = columns.places[d];
    pixels[d] = columns.window.input[d];
  }
  const size_t size = value_size(compute_of(from.dtype));
  for (int64_t plane = 0; plane < to.sizes[0] * to.sizes[1]; ++plane) {
    const int64_t batch = plane / to.sizes[1], channel = plane % to.sizes[1];
    const char* data = from.data + batch * from.strides[0];
    char* image = to.data + batch * to.strides[0] + channel * to.strides[1];
    Window::Index pixel = {0, 0, 0}, k = {0, 0, 0}, index;
    do {
      ChunkBuffer values, total = {};
      size_t n = 0;
      int64_t row = channel * window.kernel_size();
      do {
        if (window.locate(pixel, k, index)) {
          const int64_t place = index[0] * columns.places[1] + index[1];
          load(
              from.dtype, data + row * from.strides[1] + place * from.strides[2], 0, 1,
              values.bytes + n++ * size);
        }
        if (n == kChunk) {
          add(values.bytes, n, total.bytes);
          n = 0;
        }
        ++row;
      } while (advance(k, window.kernel));
      add(values.bytes, n, total.bytes);
      store(to.dtype, total.bytes, 1, image + pixel[0] * to.strides[2] + pixel[1] * to.strides[3], 0);
    } while (advance(pixel, pixels));
  }
}

}  // namespace

Tensor& col2im_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> output_size,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  static constexpr auto instances = instantiate<kCol2im, kNumbers, AddFunction>([](auto c) -> AddFunction {
    using C = decltype(c);
    return [](const void* values, size_t n, void* total) {
      for (size_t i = 0; i < n; ++i) {
        *static_cast<C*>(total) += static_cast<const C*>(values)[i];
      }
    };
  });
  const ScalarType dtype = self.scalar_type();
  const AddFunction add = instances.find(dtype);
  ETK_REQUIRE(ctx, add && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Bool, out);
  View from(self);
  const bool is_batch = from.rank == 3;
  ETK_REQUIRE(ctx, (is_batch || from.rank == 2) && output_size.size() == 2, out);
  if (!is_batch) {
    from.prepend(1);
  }
  Columns columns;
  ETK_REQUIRE(ctx, columns.read(output_size[0], output_size[1], kernel_size, dilation, padding, stride), out);
  ETK_REQUIRE(ctx, from.sizes[2] == columns.places[0] * columns.places[1], out);
  ETK_REQUIRE(ctx, from.sizes[1] > 0 && from.sizes[1] % columns.window.kernel_size() == 0, out);
  ETK_REQUIRE(ctx, output_size[0] > 0 && output_size[1] > 0, out);
  Shape shape;
  if (is_batch) {
    shape.push_back(from.sizes[0]);
  }
  for (const int64_t size : {from.sizes[1] / columns.window.kernel_size(), output_size[0], output_size[1]}) {
    shape.push_back(size);
  }
  if (resize(ctx, out, shape)) {
    View to(out);
    if (!is_batch) {
      to.prepend(1);
    }
    columns_to_image(add, columns, from, to);
  }
  return out;
}

}  // namespace torch::executor::native
