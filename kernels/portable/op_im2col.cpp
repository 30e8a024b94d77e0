// im2col(self): a column for each place of the window, with what its kernel falls on, channel by channel;
// zero beside the image
#include "etk/chunk.h"
#include "etk/columns.h"

#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kIm2col[] = "im2col.out";

namespace {

void image_to_columns(const Columns& columns, const View& image, const View& to) {
  for (int64_t row = 0; row < to.sizes[0] * to.sizes[1]; ++row) {
    const int64_t batch = row / to.sizes[1], rest = row % to.sizes[1];
    const int64_t channel = rest / columns.window.kernel_size(), tap = rest % columns.window.kernel_size();
    const Window::Index k = {tap / columns.window.kernel[1], tap % columns.window.kernel[1], 0};
    const char* from = image.data + batch * image.strides[0] + channel * image.strides[1];
    char* at = to.data + batch * to.strides[0] + rest * to.strides[1];
    Window::Index place = {0, 0, 0}, index;
    do {
      if (columns.window.locate(place, k, index)) {
        const char* value = from + index[0] * image.strides[2] + index[1] * image.strides[3];
        std::memcpy(at, value, to.element_size);
      } else {
        std::memset(at, 0, to.element_size);
      }
      at += to.strides[2];
    } while (advance(place, columns.places));
  }
}

}  // namespace

Tensor& im2col_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> dilation,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> stride,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kIm2col>(self) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Bool, out);
  View image(self);
  const bool is_batch = image.rank == 4;
  ETK_REQUIRE(ctx, is_batch || image.rank == 3, out);
  if (!is_batch) {
    image.prepend(1);
  }
  Columns columns;
  ETK_REQUIRE(ctx, columns.read(image.sizes[2], image.sizes[3], kernel_size, dilation, padding, stride), out);
  const int64_t height = image.sizes[1] * columns.window.kernel_size();
  ETK_REQUIRE(ctx, height > 0 && is_size(height) && image.sizes[2] > 0 && image.sizes[3] > 0, out);
  Shape shape;
  if (is_batch) {
    shape.push_back(image.sizes[0]);
  }
  shape.push_back(height);
  shape.push_back(columns.places[0] * columns.places[1]);
  if (resize(ctx, out, shape)) {
    View to(out);
    if (!is_batch) {
      to.prepend(1);
    }
    image_to_columns(columns, image, to);
  }
  return out;
}

}  // namespace torch::executor::native
