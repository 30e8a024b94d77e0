#include "etk/pool/pool.h"

#include "etk/base/loop.h"

namespace etk {
namespace {

int64_t divide_up(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// The i-th of `parts` nearly equal parts of `size` indices. Parts overlap if `parts` does not divide the
// size.
Span part_of(int64_t size, int64_t parts, int64_t i) {
  const int64_t first = i * size / parts;
  return {first, divide_up((i + 1) * size, parts) - first, 1};
}

}  // namespace

struct Pool::Inputs final : Spans {
  explicit Inputs(const Pool& pool) : pool(pool) {}
  Span at(size_t d, int64_t place) const override {
    return pool.span(d, place);
  }
  const Pool& pool;
};

struct Pool::Windows final : Spans {
  explicit Windows(const Pool& pool) : pool(pool) {}
  Span at(size_t d, int64_t place) const override {
    return pool.windows_of(d, place);
  }
  const Pool& pool;
};

Pool::Pool(const Tensor& self, size_t spatial) : self_(self), shape_(self) {
  window_.rank = spatial;
  for (size_t d = 0; d < spatial && spatial <= shape_.rank; ++d) {
    window_.input[d] = shape_.sizes[shape_.rank - spatial + d];
  }
}

bool Pool::slide(
    ArrayRef<int64_t> kernel,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool ceil_mode) {
  const size_t rank = window_.rank;
  if ((shape_.rank != rank + 1 && shape_.rank != rank + 2) || shape_.sizes[shape_.rank - rank - 1] == 0) {
    return false;
  }
  if (!read_spatial(kernel, rank, 1, window_.kernel) || !read_spatial(padding, rank, 0, window_.padding) ||
      !read_spatial(stride.empty() ? kernel : stride, rank, 1, window_.stride) ||
      !read_spatial(dilation, rank, 1, window_.dilation)) {
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    out_[d] = window_.out_size(d, ceil_mode);
    if (window_.input[d] == 0 || window_.padding[d] > window_.kernel[d] / 2 || !is_size(out_[d]) ||
        out_[d] == 0) {
      return false;
    }
    shape_.sizes[shape_.rank - rank + d] = static_cast<executorch::aten::SizesType>(out_[d]);
  }
  return true;
}

bool Pool::adapt(ArrayRef<int64_t> windows, bool may_be_empty) {
  const size_t rank = window_.rank;
  if ((shape_.rank != rank + 1 && shape_.rank != rank + 2) || windows.size() != rank) {
    return false;
  }
  adaptive_ = true;
  for (size_t d = 0; d < rank; ++d) {
    if ((window_.input[d] == 0 && !may_be_empty) || !is_size(windows[d])) {
      return false;
    }
    out_[d] = windows[d];
    shape_.sizes[shape_.rank - rank + d] = static_cast<executorch::aten::SizesType>(windows[d]);
  }
  return true;
}

Span Pool::span(size_t d, int64_t out) const {
  return adaptive_ ? part_of(window_.input[d], out_[d], out) : window_.span(d, out);
}

Span Pool::windows_of(size_t d, int64_t in) const {
  if (adaptive_) {
    return part_of(out_[d], window_.input[d], in);
  }
  const int64_t at = in + window_.padding[d], behind = at - window_.reach(d);
  const int64_t first = behind < 0 ? 0 : behind / window_.stride[d] + 1;
  const int64_t last = at / window_.stride[d];
  return {first, (last < out_[d] ? last + 1 : out_[d]) - first, 1};
}

int64_t Pool::index_of(const Window::Index& at) const {
  int64_t index = 0;
  for (size_t d = 0; d < window_.rank; ++d) {
    index = index * window_.input[d] + at[d];
  }
  return index;
}

int64_t Pool::size(const Window::Index& out, bool with_padding) const {
  int64_t size = 1;
  for (size_t d = 0; d < window_.rank; ++d) {
    size *= this->size(d, out[d], with_padding);
  }
  return size;
}

int64_t Pool::size(size_t d, int64_t out, bool with_padding) const {
  if (!with_padding) {
    return span(d, out).count;
  }
  const int64_t start = out * window_.stride[d] - window_.padding[d];
  const int64_t end = start + window_.kernel[d], limit = window_.input[d] + window_.padding[d];
  return (end < limit ? end : limit) - start;
}

// Whether each index is valid and inside its window.
void Pool::run(Context& ctx, Instanced instances, Tensor& out, Tensor* indices, const void* f) const {
  const ScalarType dtype = self_.scalar_type();
  const PlaneFunction function = instances.find(dtype);
  ETK_REQUIRE(ctx, function && out.scalar_type() == dtype, );
  ETK_REQUIRE(ctx, !indices || indices->scalar_type() == ScalarType::Long, );
  ETK_REQUIRE(ctx, !indices || instances.selected.has(ScalarType::Long), );
  if (!resize(ctx, out, shape_) || (indices && !resize(ctx, *indices, shape_))) {
    return;
  }
  const View to_indices(indices ? *indices : out);
  run_planes(
      function, f, Inputs(*this), window_.rank, View(self_), View(out), indices ? &to_indices : nullptr);
}

void Pool::run_backward(
    Context& ctx, Instanced instances, const Tensor& grad_output, Tensor& grad_input, const void* f) const {
  const ScalarType dtype = self_.scalar_type();
  const PlaneFunction function = instances.find(dtype);
  ETK_REQUIRE(ctx, function && grad_output.scalar_type() == dtype && grad_input.scalar_type() == dtype, );
  ETK_REQUIRE(ctx, Shape(grad_output) == shape_, );
  if (resize(ctx, grad_input, Shape(self_))) {
    run_planes(
        function, f, Windows(*this), window_.rank, View(grad_output), View(grad_input), /*indices=*/nullptr);
  }
}

}  // namespace etk
