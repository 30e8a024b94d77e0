#include "etk/pool.h"

#include "etk/loop.h"

namespace etk {

Pool::Pool(const Tensor& self, size_t spatial) : self_(self), shape_(self) {
  window_.rank = spatial;
}

bool Pool::read(
    ArrayRef<int64_t> kernel,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode) {
  const size_t rank = window_.rank;
  if (shape_.rank != rank + 1 && shape_.rank != rank + 2) {
    return false;
  }
  if (!read_spatial(kernel, rank, 1, window_.kernel) || !read_spatial(padding, rank, 0, window_.padding) ||
      !read_spatial(stride.empty() ? kernel : stride, rank, 1, window_.stride) ||
      !read_spatial(dilation, rank, 1, window_.dilation)) {
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    auto& size = shape_.sizes[shape_.rank - rank + d];
    window_.input[d] = size;
    const int64_t reach = window_.dilation[d] * (window_.kernel[d] - 1) + 1;
    const int64_t out = window_.out_size(d, ceil_mode);
    if (size == 0 || window_.padding[d] > reach / 2 || out <= 0) {
      return false;
    }
    size = static_cast<executorch::aten::SizesType>(out);
  }
  return true;
}

void Pool::run(
    Context& ctx,
    const Instances<PoolFunction>& instances,
    Tensor& out,
    Tensor* indices,
    const void* f) const {
  const ScalarType dtype = self_.scalar_type();
  const PoolFunction function = instances.find(dtype);
  ETK_REQUIRE(ctx, function && out.scalar_type() == dtype, );
  if (!resize(ctx, out, shape_) || (indices && !resize(ctx, *indices, shape_))) {
    return;
  }
  const View self(self_), to(out), to_indices(indices ? *indices : out);
  const size_t first = shape_.rank - window_.rank;  // the first spatial dimension
  PoolWindow window(window_);
  window.dtype_ = dtype;
  window.strides_ = self.strides + first;
  // For each plane, and each place in it.
  View plane = self;
  for (size_t d = first; d < shape_.rank; ++d) {
    plane.sizes[d] = to.sizes[d];
    plane.strides[d] = 0;
  }
  Loop loop(to);
  for (const View* view : {&to, &static_cast<const View&>(plane), &to_indices}) {
    loop.add(*view);
  }
  loop.simplify(/*keep_order=*/true);
  Window::Index places = {1, 1, 1};
  for (size_t d = 0; d < window_.rank; ++d) {
    places[d] = to.sizes[first + d];
  }
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    window.result_ = cursor.at(0);
    window.plane_ = cursor.at(1);
    window.result_index_ = cursor.at(2);
    function(f, window);
    advance(window.out_, places);
  }
}

int64_t PoolWindow::padded_size() const {
  int64_t size = 1;
  for (size_t d = 0; d < window_.rank; ++d) {
    const int64_t start = out_[d] * window_.stride[d] - window_.padding[d];
    const int64_t end = start + window_.kernel[d];
    const int64_t limit = window_.input[d] + window_.padding[d];
    size *= (end < limit ? end : limit) - start;
  }
  return size;
}

}  // namespace etk
