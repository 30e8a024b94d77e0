// max_pool2d_with_indices_backward(grad_output, self, indices): the gradient of max_pool2d: each element of a
// plane of grad_output is added to the place of the plane that its index names
#include "etk/base/copy.h"
#include "etk/base/indices.h"
#include "etk/index/advanced_index.h"
#include "etk/pool/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaxPool2dBackward[] = "max_pool2d_with_indices_backward.grad_input";

Tensor& max_pool2d_with_indices_backward_out(
    Context& ctx,
    const Tensor& grad_output,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode,
    const Tensor& indices,
    Tensor& grad_input) {
  static constexpr auto instances = instantiate<kMaxPool2dBackward, kFloats, AddElementsFunction>(
      [](auto c) { return add_elements<decltype(c)>; });
  const ScalarType dtype = self.scalar_type();
  const AddElementsFunction add = instances.find(dtype);
  Pool pool(self, 2);
  ETK_REQUIRE(ctx, add && have_dtype(dtype, grad_output, grad_input), grad_input);
  ETK_REQUIRE(ctx, pool.slide(kernel_size, stride, padding, dilation, ceil_mode), grad_input);
  const View gradients(grad_output), places(indices);
  ETK_REQUIRE(ctx, gradients == pool.shape() && places == pool.shape(), grad_input);
  const Window::Index& plane = pool.window().input;
  ETK_REQUIRE(ctx, accepts<kMaxPool2dBackward>(indices) && places.dtype == ScalarType::Long, grad_input);
  // An index may be outside its window: if the window contains only padding, it is the index of an element
  // outside the window.
  ETK_REQUIRE(
      ctx, are_indices(indices, 0, plane[0] * plane[1]) && are_apart(indices, grad_input), grad_input);
  if (!resize(ctx, grad_input, Shape(self))) {
    return grad_input;
  }
  View sums(grad_input);
  fill(sums, 0);
  const size_t height = sums.rank - 2, width = sums.rank - 1;
  const ptrdiff_t down = sums.strides[height], across = sums.strides[width];
  // Each index counts from the start of its plane.
  for (const size_t d : {height, width}) {
    sums.sizes[d] = gradients.sizes[d];
    sums.strides[d] = 0;
  }
  Loop loop(gradients);
  loop.add(gradients);
  loop.add(places);
  loop.add(sums);
  loop.simplify(/*keep_order=*/true);
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t index = read_index(places.dtype, cursor.at(1));
    char* to = cursor.at(2) + index / plane[1] * down + index % plane[1] * across;
    add(dtype, cursor.at(0), 0, to, 0, 1);
  }
  return grad_input;
}

}  // namespace torch::executor::native
