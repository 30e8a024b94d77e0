// Images as sums of columns (col2im).
#pragma once

#include "etk/convolution/columns.h"

namespace etk::vec {

/// Sets an image to the sums of columns, for contiguous floats. False, before anything is written, for other
/// tensors.
bool add_columns(const Columns& columns, const View& from, const View& to);

}  // namespace etk::vec
