// Copies of views, in any layout and from one dtype to another.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Sets every element to the number, cast to the view's dtype.
void fill(const View& to, const Scalar& number);

/// The type of a function that fills a view.
using FillFunction = void (*)(const View& to, const Scalar& number);

/// Copies `from` to `to`, which has the same shape, casting where the dtypes differ.
void copy(const View& from, const View& to);

/// The type of a function that copies a view: operators take it as an argument.
using CopyFunction = void (*)(const View& from, const View& to);

/// Resizes `out` to the view's shape and copies the view to it; returns `out`.
Tensor& copy_to_out(Context& ctx, const View& view, Tensor& out, CopyFunction copy = etk::copy);
/// The same for all of a tensor.
Tensor& copy_to_out(Context& ctx, const Tensor& self, Tensor& out, CopyFunction copy = etk::copy);

/// Copies the elements of `from`, in order, to `to`, which has the same number of elements and the same
/// dtype. The first one goes to index `shift` of `to`; the elements past its end go to its start.
void reshape(const View& from, const View& to, size_t shift);
inline void reshape(const View& from, const View& to) {
  reshape(from, to, 0);
}

}  // namespace etk
