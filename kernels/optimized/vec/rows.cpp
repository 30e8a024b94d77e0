#include "vec/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace etk::vec {

bool RowShape::read(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype) {
  const View view(tensor);
  auto next = static_cast<ptrdiff_t>(view.element_size);
  const ScalarType type = tensor.scalar_type();
  bool fits = dtype ? type == *dtype : is_single(type);
  bool ended = false;  // n is whole
  for (size_t d = view.rank; d-- > 0; next *= view.sizes[d]) {
    const auto size = static_cast<size_t>(view.sizes[d]);
    if (size == 1) {
      continue;
    }
    fits = fits && view.strides[d] == next;
    if (dims >> d & 1) {
      fits = fits && !ended && outer == 1;
      n *= size;
    } else if (n == 1) {
      inner *= size;
    } else {
      ended = true;
      outer *= size;
    }
  }
  return fits && outer * n * inner > 0;
}

bool RowShape::read_reduction(
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out,
    std::optional<ScalarType> dtype) {
  if (!dims || out.scalar_type() != self.scalar_type() || !read(self, *dims, dtype)) {
    return false;
  }
  Shape shape;
  for (size_t d = 0; d < static_cast<size_t>(self.dim()); ++d) {
    if (!(*dims >> d & 1) || keepdim) {
      shape.push_back(*dims >> d & 1 ? 1 : self.sizes()[d]);
    }
  }
  if (executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok) {
    return false;
  }
  // In the order of dimensions, or of one of them alone.
  auto next = 1;
  for (ssize_t d = out.dim(); d-- > 0; next *= out.sizes()[d]) {
    if (out.sizes()[d] != 1 && out.strides()[d] != next) {
      return false;
    }
  }
  return true;
}

}  // namespace etk::vec
