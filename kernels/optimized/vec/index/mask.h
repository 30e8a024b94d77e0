// The nonzero elements of an array, as bits.
#pragma once

#include "etk/base/dtype.h"
#include "vec/base/parallel.h"

#include <cstddef>
#include <cstdint>

#include "hwy/base.h"

namespace etk::vec {

/// Bytes that are 0 where an element of `size` bytes is 0: the elements themselves if they have one byte,
/// else bytes 0 and 1 in `room`.
const void* truths_of(ScalarType dtype, const void* elements, size_t size, size_t n, uint8_t* room);

/// A bit for each of some elements, from the lowest bit of the first word on.
class MaskBits {
 public:
  static constexpr size_t kMost = 1024;
  static constexpr size_t kWord = 64;

  /// The bits of n <= kMost bytes.
  MaskBits(const void* bytes, size_t n);

  size_t count() const {
    size_t count = 0;
    for (size_t w = 0; w < words_; ++w) {
      count += hwy::PopCount(bits_[w]);
    }
    return count;
  }

  /// Calls f(i) for each nonzero element i; calls full(i) instead for a word of nonzero elements from i on.
  template <typename F, typename Full>
  void for_each(const F& f, const Full& full) const {
    for (size_t w = 0; w < words_; ++w) {
      uint64_t bits = bits_[w];
      if (bits == ~uint64_t{0}) {
        full(w * kWord);
        continue;
      }
      for (; bits != 0; bits &= bits - 1) {
        f(w * kWord + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
      }
    }
  }

 private:
  size_t words_;
  uint64_t bits_[kMost / kWord + 8];  // whole vectors of bits are written
};

/// The results of parts of n elements: the number of results before each part.
struct Parts {
  size_t starts[kMostRowParts];
  size_t total = 0;

  /// Counts the results of each part with count(begin, end).
  template <typename Count>
  Parts(size_t n, const Count& count) {
    const size_t parts = parallel_parts(n, starts, count);
    for (size_t i = 0; i < parts; ++i) {
      const size_t own = starts[i];
      starts[i] = total;
      total += own;
    }
  }

  /// Calls f(begin, end, start) for each part; its results begin at index `start`.
  template <typename F>
  void run(size_t n, const F& f) const {
    size_t done[kMostRowParts];
    parallel_parts(n, done, [&](size_t begin, size_t end) {
      f(begin, end, starts[begin / part_of_row(n)]);
      return size_t{0};
    });
  }
};

}  // namespace etk::vec
