// Views of tensors with other dimensions. Each function changes a view, and returns false if that is
// impossible.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Permutes the dimensions.
ETK_INLINE bool permute(View& view, ArrayRef<int64_t> dims) {
  if (dims.size() != view.rank || !wrap_dims(dims, view.rank)) {
    return false;
  }
  size_t order[kMaxRank];
  for (size_t d = 0; d < view.rank; ++d) {
    order[d] = *wrap_dim(dims[d], view.rank);
  }
  view.permute(order);
  return true;
}

/// Swaps two dimensions.
ETK_INLINE bool transpose(View& view, int64_t dim0, int64_t dim1) {
  const auto d0 = wrap_dim(dim0, view.rank), d1 = wrap_dim(dim1, view.rank);
  if (d0 && d1 && view.rank > 0) {
    view.swap(*d0, *d1);
  }
  return d0 && d1;
}

/// Transposes a matrix; views with fewer dimensions do not change.
ETK_INLINE bool transpose(View& view) {
  if (view.rank == 2) {
    view.swap(0, 1);
  }
  return view.rank <= 2;
}

/// The dimensions that `dims` names. Unlike for a reduction, an empty list means no dimension, not all.
inline std::optional<DimSet> named_dims(ArrayRef<int64_t> dims, size_t rank) {
  return dims.empty() ? DimSet{0} : wrap_dims(dims, rank);
}

/// Removes the given dimensions if they have size 1.
ETK_INLINE bool squeeze(View& view, ArrayRef<int64_t> dims) {
  const auto set = named_dims(dims, view.rank);
  for (size_t d = view.rank; set && d-- > 0;) {
    if ((*set >> d & 1) && view.sizes[d] == 1) {
      view.remove(d);
    }
  }
  return set.has_value();
}

/// Inserts a dimension of size 1.
ETK_INLINE bool unsqueeze(View& view, int64_t dim) {
  const auto d = wrap_dim(dim, view.rank + 1);
  if (!d || view.rank == kMaxRank) {
    return false;
  }
  view.insert(*d);
  return true;
}

/// Reverses some dimensions.
ETK_INLINE bool flip(View& view, ArrayRef<int64_t> dims) {
  const auto set = named_dims(dims, view.rank);
  for (size_t d = 0; set && d < view.rank; ++d) {
    if ((*set >> d & 1) && view.sizes[d] > 0) {
      view.slice(d, view.sizes[d] - 1, view.sizes[d], -1);
    }
  }
  return set.has_value();
}

/// Windows of this size at every step-th index of a dimension; the new last dimension runs along the window.
ETK_INLINE bool unfold(View& view, int64_t dim, int64_t size, int64_t step) {
  const auto d = wrap_dim(dim, view.rank);
  const int64_t whole = d && view.rank > 0 ? view.sizes[*d] : 1;
  if (!d || view.rank == kMaxRank || step <= 0 || size < 0 || size > whole) {
    return false;
  }
  // Without dimensions, there is one window.
  const ptrdiff_t stride = view.rank > 0 ? view.strides[*d] : 0;
  if (view.rank > 0) {
    const int64_t count = (whole - size) / step + 1;
    view.slice(*d, 0, count, count > 1 ? step : 1);
  }
  view.insert(view.rank);
  view.sizes[view.rank - 1] = static_cast<executorch::aten::SizesType>(size);
  view.strides[view.rank - 1] = stride;
  return true;
}

}  // namespace etk
