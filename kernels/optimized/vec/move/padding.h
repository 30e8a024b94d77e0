// Tensors padded with what is inside of them.
#pragma once

#include "etk/move/padding.h"
#include "vec/move/copy.h"

namespace etk::vec {

/// As etk::pad does it, for the last dimensions, by lines. False if lines are no arrays; nothing has been
/// written then.
bool pad(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode);

constexpr PadFunctions kPadFunctions{vec::copy, vec::pad};

}  // namespace etk::vec
