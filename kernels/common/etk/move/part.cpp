#include "etk/move/part.h"

namespace etk {

bool select(View& view, int64_t dim, int64_t index) {
  const auto d = wrap_dim(dim, view.rank);
  if (view.rank == 0 || !d || index < -view.sizes[*d] || index >= view.sizes[*d]) {
    return false;
  }
  view.remove(*d, index < 0 ? index + view.sizes[*d] : index);
  return true;
}

bool slice(View& view, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  const auto d = wrap_dim(dim, view.rank);
  if (view.rank == 0 || !d || step <= 0) {
    return false;
  }
  const int64_t size = view.sizes[*d];
  const auto clamp = [size](int64_t index) {
    index += index < 0 ? size : 0;
    return index < 0 ? 0 : index > size ? size : index;
  };
  const int64_t first = clamp(start.value_or(0)), last = clamp(end.value_or(size));
  const int64_t count = last > first ? (last - first - 1) / step + 1 : 0;
  view.slice(*d, first, count, count > 1 ? step : 1);
  return true;
}

bool narrow(View& view, int64_t dim, int64_t start, int64_t length) {
  const auto d = wrap_dim(dim, view.rank);
  if (view.rank == 0 || !d) {
    return false;
  }
  const int64_t size = view.sizes[*d], first = start < 0 ? start + size : start;
  if (first < 0 || first > size || length < 0 || length > size - first) {
    return false;
  }
  view.slice(*d, first, length);
  return true;
}

bool diagonal(View& view, int64_t offset, int64_t dim1, int64_t dim2) {
  const auto d1 = wrap_dim(dim1, view.rank), d2 = wrap_dim(dim2, view.rank);
  if (view.rank < 2 || !d1 || !d2 || *d1 == *d2) {
    return false;
  }
  const int64_t rows = view.sizes[*d1], columns = view.sizes[*d2];
  const int64_t row = offset >= 0 ? 0 : offset > -rows ? -offset : rows;
  const int64_t column = offset <= 0 ? 0 : offset < columns ? offset : columns;
  const int64_t size = rows - row < columns - column ? rows - row : columns - column;
  const ptrdiff_t stride = view.strides[*d1] + view.strides[*d2];
  view.data += size > 0 ? row * view.strides[*d1] + column * view.strides[*d2] : 0;
  view.remove(*d1 > *d2 ? *d1 : *d2);
  view.remove(*d1 > *d2 ? *d2 : *d1);
  view.insert(view.rank);
  view.sizes[view.rank - 1] = static_cast<executorch::aten::SizesType>(size);
  view.strides[view.rank - 1] = stride;
  return true;
}

bool strided(View& view, ArrayRef<int64_t> size, ArrayRef<int64_t> stride, std::optional<int64_t> offset) {
  if (size.size() != stride.size() || size.size() > kMaxRank || offset.value_or(0) < 0) {
    return false;
  }
  const auto numel = static_cast<int64_t>(view.numel());
  bool is_empty = false;
  for (const int64_t n : size) {
    is_empty = is_empty || n == 0;
  }
  // The last element, if there is any, must be inside the tensor.
  int64_t last = offset.value_or(0);
  for (size_t d = 0; d < size.size(); ++d) {
    if (size[d] < 0 || stride[d] < 0 || size[d] > INT32_MAX) {
      return false;
    }
    if (size[d] > 1 && !is_empty) {
      if (last >= numel || stride[d] > (numel - 1 - last) / (size[d] - 1)) {
        return false;
      }
      last += stride[d] * (size[d] - 1);
    }
  }
  if (!is_empty && last >= numel) {
    return false;
  }
  const auto bytes = static_cast<ptrdiff_t>(view.element_size);
  view.data += is_empty ? 0 : offset.value_or(0) * bytes;
  view.rank = 0;
  for (size_t d = 0; d < size.size(); ++d) {
    view.push_back(size[d]);
    view.strides[d] = is_empty || size[d] == 1 ? bytes : static_cast<ptrdiff_t>(stride[d]) * bytes;
  }
  return true;
}

bool can_replace(const View& part, const Tensor& src) {
  return can_convert(src.scalar_type(), part.dtype) && part == Shape(src);
}

}  // namespace etk
