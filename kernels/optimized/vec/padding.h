// Tensors padded with what is inside of them.
#pragma once

#include "etk/padding.h"
#include "vec/copy.h"

namespace etk::vec {

/// As etk::pad does it, for the last dimensions, by lines. False if lines are no arrays; nothing has happened
/// then.
bool pad(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode);

constexpr PadFunctions kPadFunctions{vec::copy, vec::pad};

/// Lines of the out, at equal distances, as are those they are made of. All distances are in bytes.
struct PaddedLines {
  const PaddingPart* parts;  // of a line: before, inside and behind
  const char* from;
  char* to;
  ptrdiff_t from_line, to_line;
  size_t count;
};

}  // namespace etk::vec
