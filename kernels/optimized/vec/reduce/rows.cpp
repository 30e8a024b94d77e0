#include "vec/reduce/rows.h"

#include "vec/base/layout.h"

namespace etk::vec {

bool RowShape::read(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype) {
  const auto sizes = tensor.sizes();
  const auto strides = tensor.strides();
  ptrdiff_t next = 1;
  const ScalarType type = tensor.scalar_type();
  bool fits = dtype ? type == *dtype : is_single(type);
  bool ended = false;  // whether n is complete
  for (size_t d = sizes.size(); d-- > 0; next *= sizes[d]) {
    const auto size = static_cast<size_t>(sizes[d]);
    if (size == 1) {
      continue;
    }
    fits = fits && strides[d] == next;
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
  return resize_reduction(self, *dims, keepdim, out);
}

bool resize_reduction(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  Shape shape;
  for (size_t d = 0; d < static_cast<size_t>(self.dim()); ++d) {
    if (!(dims >> d & 1) || keepdim) {
      shape.push_back(dims >> d & 1 ? 1 : self.sizes()[d]);
    }
  }
  return resize(out, shape) && is_array(out);
}

}  // namespace etk::vec
