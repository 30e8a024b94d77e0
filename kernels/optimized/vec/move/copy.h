// Copies between views whose dimensions have another order, or whose elements have another dtype.
#pragma once

#include "etk/base/copy.h"

namespace etk::vec {

/// Like etk::copy: from and to have the same shape. Fast if both have the same dtype.
void copy(const View& from, const View& to);

/// Like etk::reshape: from and to have the same number of elements, which are copied in the order of the
/// dimensions.
void reshape(const View& from, const View& to);

/// Like etk::fill.
void fill(const View& to, const Scalar& number);

/// Like copy, and also fast between dtypes.
void convert(const View& from, const View& to);

}  // namespace etk::vec
