// Memory that is moved, where the processor or memcpy do not see what comes.
#pragma once

#include "etk/base/core.h"

#include "hwy/cache_control.h"

#include <cstddef>
#include <cstring>

namespace etk::vec {

/// Bytes of an out that no cache keeps for who reads it next. Written past the caches, it is not read first.
constexpr size_t kFar = size_t{32} << 20;

/// What a thread does after its last result, if that is written so.
inline void finish(bool is_far) {
  if (is_far) {
    hwy::FlushStream();
  }
}

/// Has `bytes` > 0 of memory brought into the cache, to be read or written: short runs at some distance from
/// each other.
inline void fetch(const char* from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += 64) {
    hwy::Prefetch(from + at);
  }
  hwy::Prefetch(from + bytes - 1);
}

/// Bytes that lie together.
struct Run {
  const char* from;
  size_t bytes;
};

/// The longest of short runs, in bytes.
constexpr size_t kShortRun = 64;

/// Copies from kBytes to twice as many: of a size that is known, it is some moves and no call. The last of
/// them may be some of the first.
template <size_t kBytes>
ETK_INLINE void copy_twice(const char* from, size_t bytes, char* to) {
  char first[kBytes], last[kBytes];
  std::memcpy(first, from, kBytes);
  std::memcpy(last, from + bytes - kBytes, kBytes);
  std::memcpy(to, first, kBytes);
  std::memcpy(to + bytes - kBytes, last, kBytes);
}

/// Copies at most kShortRun bytes.
ETK_INLINE void copy_short(const char* from, size_t bytes, char* to) {
  if (bytes >= 32) {
    copy_twice<32>(from, bytes, to);
  } else if (bytes >= 16) {
    copy_twice<16>(from, bytes, to);
  } else if (bytes >= 8) {
    copy_twice<8>(from, bytes, to);
  } else if (bytes >= 4) {
    copy_twice<4>(from, bytes, to);
  } else {
    std::memcpy(to, from, bytes);
  }
}

/// As memcpy. That chooses how to copy by the size: what the second cache keeps it leaves to the processor's
/// own copies, and more than that to vectors, which take longer for some megabytes. The processor gets what
/// it is good at, piece by piece.
ETK_INLINE void copy_bytes(const char* from, size_t bytes, char* to) {
  constexpr size_t kPiece = size_t{512} << 10;
  if (2 * kPiece < bytes && bytes < kFar) {
    for (; kPiece < bytes; bytes -= kPiece, from += kPiece, to += kPiece) {
      std::memcpy(to, from, kPiece);
    }
  }
  std::memcpy(to, from, bytes);
}

/// Copies what most often is too short for a call of memcpy, in little code: loops around it take a
/// third less time than around copy_short.
template <typename T>
ETK_INLINE void copy_few(const T* from, size_t n, T* to) {
  constexpr size_t kFew = 64, kPiece = 16 / sizeof(T);
  if (n > kFew) {
    std::memcpy(to, from, n * sizeof(T));
    return;
  }
  size_t i = 0;
  for (; i + kPiece <= n; i += kPiece) {
    std::memcpy(to + i, from + i, 16);
  }
  for (; i < n; ++i) {
    to[i] = from[i];
  }
}

}  // namespace etk::vec
