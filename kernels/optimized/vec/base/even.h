// Every second float of an array: the pixels that windows with a stride of two have under one tap.
#pragma once

#include <cstddef>

namespace etk::vec {

/// Copies `count` floats, which are two apart: from[0], from[2] and so on.
void copy_even(const float* from, size_t count, float* to);

}  // namespace etk::vec
