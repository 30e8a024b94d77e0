// Copies of views whose dimensions come in another order, or whose elements have another dtype.
#pragma once

#include "etk/base/view.h"

namespace etk::vec {

/// As etk::copy: from and to have one shape. Fast where both have one dtype.
void copy(const View& from, const View& to);

/// As etk::reshape: from and to have as many elements, which `to` gets in the order of their dimensions.
void reshape(const View& from, const View& to);

/// As etk::fill.
void fill(const View& to, const Scalar& number);

/// As copy, and fast between dtypes, too.
void convert(const View& from, const View& to);

}  // namespace etk::vec
