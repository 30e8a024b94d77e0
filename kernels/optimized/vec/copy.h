// Copies of views whose dimensions come in another order, or whose elements have another dtype.
#pragma once

#include "etk/view.h"

namespace etk::vec {

/// As etk::copy: from and to have one shape. Fast where both have one dtype.
void copy(const View& from, const View& to);

/// As etk::reshape: from and to have as many elements, which `to` gets in the order of their dimensions.
void reshape(const View& from, const View& to);

/// As etk::copy_to_out.
Tensor& copy_to_out(Context& ctx, const View& view, Tensor& out);

/// The same, and fast between dtypes, too.
Tensor& convert_to_out(Context& ctx, const View& view, Tensor& out);

}  // namespace etk::vec
