#include "vec/reduce/rows.h"

namespace etk::vec {

// Reads the shape with dimension dim_of(i) at position i.
template <typename F>
static ETK_INLINE bool read_shape(
    RowShape& shape, const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype, const F& dim_of) {
  const auto sizes = tensor.sizes();
  const auto strides = tensor.strides();
  ptrdiff_t next = 1;
  const ScalarType type = tensor.scalar_type();
  bool fits = dtype ? type == *dtype : is_single(type);
  bool ended = false;  // whether n is complete
  for (size_t i = sizes.size(); i-- > 0;) {
    const size_t d = dim_of(i);
    const auto size = static_cast<size_t>(sizes[d]);
    if (size == 1) {
      continue;
    }
    fits = fits && strides[d] == next;
    next *= sizes[d];
    if (dims >> d & 1) {
      fits = fits && !ended && shape.outer == 1;
      shape.n *= size;
    } else if (shape.n == 1) {
      shape.inner *= size;
    } else {
      ended = true;
      shape.outer *= size;
    }
  }
  return fits && shape.outer * shape.n * shape.inner > 0;
}

bool RowShape::read(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype) {
  return read_shape(*this, tensor, dims, dtype, [](size_t i) { return i; });
}

bool RowShape::read_in_memory(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype) {
  const auto order = tensor.dim_order();
  return read_shape(*this, tensor, dims, dtype, [order](size_t i) { return size_t{order[i]}; });
}

bool RowShape::read_reduction(
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out,
    std::optional<ScalarType> dtype) {
  if (!dims || out.scalar_type() != self.scalar_type() || !read_in_memory(self, *dims, dtype)) {
    return false;
  }
  return resize_reduction(self, *dims, keepdim, out);
}

bool is_in_order_of(const Tensor& self, const Tensor& out, DimSet removed) {
  const auto order = self.dim_order();
  const auto sizes = out.sizes();
  const auto strides = out.strides();
  bool fits = true;
  ptrdiff_t next = 1;
  for (size_t i = order.size(); i-- > 0;) {
    const size_t d = order[i];
    if (removed >> d & 1) {
      continue;
    }
    size_t at = d;
    for (size_t before = 0; removed >> before && before < d; ++before) {
      at -= removed >> before & 1;
    }
    fits = fits && (sizes[at] == 1 || strides[at] == next);
    next *= sizes[at];
  }
  return fits;
}

bool resize_reduction(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  Shape shape;
  for (size_t d = 0; d < static_cast<size_t>(self.dim()); ++d) {
    if (!(dims >> d & 1) || keepdim) {
      shape.push_back(dims >> d & 1 ? 1 : self.sizes()[d]);
    }
  }
  return resize(out, shape) && is_in_order_of(self, out, keepdim ? 0 : dims);
}

}  // namespace etk::vec
