// Padding of tensors with elements of the tensor itself.
#pragma once

#include "etk/move/padding.h"
#include "vec/move/copy.h"

namespace etk::vec {

/// Like etk::pad, for padding of the last dimensions, line by line. False, before anything is written, if
/// lines are not contiguous.
bool pad(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode);

constexpr PadFunctions kPadFunctions{vec::copy, vec::pad};

}  // namespace etk::vec
