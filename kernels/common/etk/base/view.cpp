#include "etk/base/view.h"

#include "etk/base/call_facts.h"
#include "etk/base/chunk.h"
#include "etk/base/loop.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstring>
#include <utility>

namespace etk {

Shape::Shape(const Tensor& tensor) : rank(tensor.dim()) {
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = tensor.sizes()[d];
  }
}

size_t Shape::numel() const {
  size_t n = 1;
  for (size_t d = 0; d < rank; ++d) {
    n *= sizes[d];
  }
  return n;
}

View::View(const Tensor& tensor)
    : Shape(tensor),
      dtype(tensor.scalar_type()),
      element_size(tensor.element_size()),
      data(static_cast<char*>(const_cast<void*>(tensor.const_data_ptr()))) {
  for (size_t d = 0; d < rank; ++d) {
    strides[d] = tensor.strides()[d] * static_cast<ptrdiff_t>(element_size);
  }
}

View View::part(bool imaginary) const {
  View result = *this;
  if (is_complex(dtype)) {
    result.dtype = part_of(dtype);
    result.element_size /= 2;
    result.data += imaginary ? result.element_size : 0;
  }
  return result;
}

void View::insert(size_t d) {
  // Element by element: compilers make calls of memmove of a loop that moves them.
  auto size = std::exchange(sizes[d], 1);
  auto stride = std::exchange(strides[d], 0);
  while (++d <= rank) {
    std::swap(size, sizes[d]);
    std::swap(stride, strides[d]);
  }
  ++rank;
}

void View::remove(size_t d, int64_t at) {
  data += at * strides[d];
  for (--rank; d < rank; ++d) {
    sizes[d] = sizes[d + 1];
    strides[d] = strides[d + 1];
  }
}

void View::split(size_t d, int64_t inner) {
  insert(d + 1);
  sizes[d + 1] = static_cast<executorch::aten::SizesType>(inner);
  sizes[d] = inner > 0 ? sizes[d] / sizes[d + 1] : 0;
  strides[d + 1] = strides[d];
  strides[d] *= inner;
}

void View::slice(size_t d, int64_t start, int64_t size, int64_t step) {
  data += start * strides[d];
  sizes[d] = static_cast<executorch::aten::SizesType>(size);
  strides[d] *= step;
}

void View::permute(const size_t* order) {
  const View before = *this;
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = before.sizes[order[d]];
    strides[d] = before.strides[order[d]];
  }
}

void View::swap(size_t d, size_t other) {
  const auto size = sizes[d];
  const ptrdiff_t stride = strides[d];
  sizes[d] = sizes[other];
  strides[d] = strides[other];
  sizes[other] = size;
  strides[other] = stride;
}

bool View::broadcast_to(const Shape& shape) {
  if (rank > shape.rank) {
    return false;
  }
  while (rank < shape.rank) {
    prepend(1);
  }
  for (size_t d = 0; d < rank; ++d) {
    if (sizes[d] != shape.sizes[d]) {
      if (sizes[d] != 1) {
        return false;
      }
      sizes[d] = shape.sizes[d];
      strides[d] = 0;
    }
  }
  return true;
}

std::optional<size_t> wrap_dim(int64_t dim, size_t rank) {
  const auto n = static_cast<int64_t>(rank ? rank : 1);
  if (dim < -n || dim >= n) {
    return std::nullopt;
  }
  return dim < 0 ? dim + n : dim;
}

std::optional<DimSet> wrap_dims(std::optional<ArrayRef<int64_t>> dims, size_t rank) {
  if (!dims || dims->empty()) {
    return (DimSet{1} << rank) - 1;
  }
  DimSet set = 0;
  for (const int64_t dim : *dims) {
    const auto d = wrap_dim(dim, rank);
    if (!d || (set >> *d & 1)) {
      return std::nullopt;
    }
    set |= DimSet{1} << *d;
  }
  return set;
}

bool broadcast(Shape& shape, const Shape& other) {
  // Aligned at the last dimension.
  while (shape.rank < other.rank) {
    std::memmove(shape.sizes + 1, shape.sizes, shape.rank++ * sizeof(*shape.sizes));
    shape.sizes[0] = 1;
  }
  const size_t missing = shape.rank - other.rank;
  for (size_t d = 0; d < other.rank; ++d) {
    auto& size = shape.sizes[missing + d];
    if (size == 1) {
      size = other.sizes[d];
    } else if (other.sizes[d] != 1 && other.sizes[d] != size) {
      return false;
    }
  }
  return true;
}

bool resize(Tensor& out, const Shape& shape) {
  if (call_facts<kAnyOperator>().is_static) {
    return shape == out.sizes();
  }
  // Most have it already, from their plan or from the previous call.
  return shape == out.sizes() ||
         executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) == Error::Ok;
}

bool are_apart(const Tensor& a, const Tensor& b) {
  const auto* begin_a = static_cast<const char*>(a.const_data_ptr());
  const auto* begin_b = static_cast<const char*>(b.const_data_ptr());
  return a.nbytes() == 0 || b.nbytes() == 0 || begin_a + a.nbytes() <= begin_b ||
         begin_b + b.nbytes() <= begin_a;
}

void fill(const View& to, const Scalar& number) {
  Loop loop(to);
  loop.add(to);
  loop.simplify();
  alignas(double) char element[kMostBytes];
  store_number(number, to.dtype, element);
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = cursor.left();
    if (loop.inner_stride(0) == static_cast<ptrdiff_t>(to.element_size)) {
      repeat_element(element, to.element_size, n, cursor.at(0));
    } else {
      copy_elements(element, 0, cursor.at(0), loop.inner_stride(0), to.element_size, n);
    }
    cursor.step(n);
  }
}

void copy(const View& from, const View& to) {
  if (from.dtype != to.dtype && (is_complex(from.dtype) || is_complex(to.dtype))) {
    copy(from.part(false), to.part(false));
    if (is_complex(to.dtype)) {
      is_complex(from.dtype) ? copy(from.part(true), to.part(true)) : fill(to.part(true), 0);
    }
    return;
  }
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  const ptrdiff_t to_stride = loop.inner_stride(0), from_stride = loop.inner_stride(1);
  Source source(from.dtype, to.dtype);
  for (Cursor cursor(loop); cursor.left();) {
    if (from.dtype == to.dtype) {
      const size_t n = cursor.left();
      copy_elements(cursor.at(1), from_stride, cursor.at(0), to_stride, to.element_size, n);
      cursor.step(n);
    } else {
      const size_t n = chunk_of(cursor.left());
      store(to.dtype, source.read(cursor.at(1), from_stride, n), n, cursor.at(0), to_stride);
      cursor.step(n);
    }
  }
}

Tensor& copy_to_out(Context& ctx, const View& view, Tensor& out, CopyFunction copy) {
  if (resize(ctx, out, view)) {
    copy(view, View(out));
  }
  return out;
}

Tensor& copy_to_out(Context& ctx, const Tensor& self, Tensor& out, CopyFunction copy) {
  // For short copies, views would take longer than the copy.
  constexpr size_t kShort = 4096;
  const size_t bytes = self.nbytes();
  if (bytes > 0 && bytes <= kShort && self.scalar_type() == out.scalar_type() &&
      self.sizes().equals(out.sizes()) && self.strides().equals(out.strides())) {
    std::memcpy(out.mutable_data_ptr(), self.const_data_ptr(), bytes);
    return out;
  }
  return copy_to_out(ctx, View(self), out, copy);
}

void reshape(const View& from, const View& to, size_t shift) {
  Loop read(from), write(to);
  read.add(from);
  write.add(to);
  read.simplify(/*keep_order=*/true);
  write.simplify(/*keep_order=*/true);
  // First the end of `from`, which goes to the start of `to`, then the elements before it.
  Cursor target(write);
  for (const bool is_end : {true, false}) {
    Cursor source(read);
    size_t skipped = is_end ? from.numel() - shift : 0;
    size_t left = is_end ? shift : from.numel() - shift;
    while (left > 0) {
      size_t n = source.left();
      if (skipped > 0) {
        n = skipped < n ? skipped : n;
        skipped -= n;
      } else {
        n = left < n ? left : n;
        n = target.left() < n ? target.left() : n;
        copy_elements(
            source.at(0), read.inner_stride(0), target.at(0), write.inner_stride(0), to.element_size, n);
        target.step(n);
        left -= n;
      }
      source.step(n);
    }
  }
}

}  // namespace etk
