// Parts of tensors: what some operators copy and others replace.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

namespace etk {

// Each of these narrows a view to a part of it, and returns false if there is no such part.

/// One index of a dimension, which goes away.
bool select(View& view, int64_t dim, int64_t index);

/// Every step-th index of a dimension, from start to before end.
bool slice(View& view, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step);

/// The elements whose index in dim2 is by `offset` larger than that in dim1. Both dimensions go away, and the
/// diagonal becomes the last one.
bool diagonal(View& view, int64_t offset, int64_t dim1, int64_t dim2);

/// The elements at these distances in the tensor's memory, from element `offset` on.
bool strided(View& view, ArrayRef<int64_t> size, ArrayRef<int64_t> stride, std::optional<int64_t> offset);

/// Whether a part can be replaced by a tensor, which may have another dtype.
bool can_replace(const View& part, const Tensor& src);

/// Sets `out` to self with a part of it replaced by `src`. `narrow` is one of the functions above.
template <typename Narrow>
Tensor& replace_part(Context& ctx, const Tensor& self, const Tensor& src, Tensor& out, Narrow narrow) {
  View part(self);
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, narrow(part) && can_replace(part, src), out);
  if (resize(ctx, out, Shape(self))) {
    View to(out);
    copy(View(self), to);
    narrow(to);
    copy(View(src), to);
  }
  return out;
}

/// Sets each of the outs, which have a dtype in common, to the part of a tensor that `part(i)` is.
template <typename Part>
void copy_parts(Context& ctx, TensorList outs, Part part) {
  for (const bool is_resized : {false, true}) {
    for (size_t i = 0; i < outs.size(); ++i) {
      Tensor out = outs[i];
      if (!is_resized && !resize(ctx, out, part(i))) {
        return;
      }
      if (is_resized) {
        copy(part(i), View(out));
      }
    }
  }
}

/// Whether all tensors of a list have this dtype.
bool have_dtype(TensorList tensors, ScalarType dtype);

}  // namespace etk
