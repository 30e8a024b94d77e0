// Copies and prefetches of memory, for access patterns that the processor's prefetcher or memcpy handle
// badly.
#pragma once

#include "etk/base/core.h"

#include "hwy/cache_control.h"

#include <cstddef>
#include <cstring>

namespace etk::vec {

/// The size in bytes from which no cache can keep an out for its next reader. A store past the caches does
/// not read the memory first.
constexpr size_t kFar = size_t{32} << 20;

/// Each thread calls this after its last store past the caches.
inline void finish(bool is_far) {
  if (is_far) {
    hwy::FlushStream();
  }
}

/// Prefetches `bytes` > 0 of memory, to be read or written, for short runs that are far from each other.
inline void fetch(const char* from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += 64) {
    hwy::Prefetch(from + at);
  }
  hwy::Prefetch(from + bytes - 1);
}

/// A contiguous run of bytes.
struct Run {
  const char* from;
  size_t bytes;
};

/// The maximum size of a short run, in bytes.
constexpr size_t kShortRun = 64;

/// Copies kBytes to 2 · kBytes bytes. The size is known at compile time, so that the copy is a few moves
/// without a call. The first and the last kBytes may overlap.
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

/// Like memcpy, in pieces. memcpy chooses a method by the size: up to the size of the second-level cache it
/// uses the processor's string instructions, and above that vectors, which are slower for some megabytes.
/// Pieces keep each copy in the range in which string instructions are faster.
ETK_INLINE void copy_bytes(const char* from, size_t bytes, char* to) {
  constexpr size_t kPiece = size_t{512} << 10;
  if (2 * kPiece < bytes && bytes < kFar) {
    for (; kPiece < bytes; bytes -= kPiece, from += kPiece, to += kPiece) {
      std::memcpy(to, from, kPiece);
    }
  }
  std::memcpy(to, from, bytes);
}

/// Copies runs that are usually too short for a call of memcpy, in little code: loops around it take a third
/// less time than loops around copy_short.
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
