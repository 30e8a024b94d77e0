// Images made of columns.
#pragma once

#include "etk/convolution/columns.h"

namespace etk::vec {

/// Sets an image to the sums of columns: of floats that lie in the order of dimensions. False if they are
/// none; nothing has been written then.
bool add_columns(const Columns& columns, const View& from, const View& to);

}  // namespace etk::vec
