// What the two libraries share: a header in a directory of its own, and a source.
#pragma once

namespace util {

inline constexpr int kShared = 4;

bool is_shared(int number);

}  // namespace util
