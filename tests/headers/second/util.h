// Has the name of a header of another library, and declares the same.
#pragma once

#include "shared.h"

namespace util {

inline constexpr int kNumber = 10 * kShared + 2;

}  // namespace util

namespace second {

/// The number that util.cpp has been compiled with.
int number();

}  // namespace second
