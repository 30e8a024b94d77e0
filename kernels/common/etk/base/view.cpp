#include "etk/base/view.h"

#include "etk/base/call_facts.h"

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

}  // namespace etk
