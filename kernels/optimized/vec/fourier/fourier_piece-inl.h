// Copies of pieces of lines whose addresses conflict in the cache, for one SIMD target.

#if defined(ETK_VEC_FOURIER_PIECE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_PIECE_INL_H_
#undef ETK_VEC_FOURIER_PIECE_INL_H_
#else
#define ETK_VEC_FOURIER_PIECE_INL_H_
#endif

#include "vec/fourier/fourier-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

/// The distance between adjacent lines in bytes, if it is constant; else 0.
inline ptrdiff_t distance_of(const LineSet& set) {
  const ptrdiff_t distance = set.count > 1 ? set.lines[1] - set.lines[0] : 0;
  bool even = true;
  for (size_t i = 1; i < set.count; ++i) {
    even = even && set.lines[i] - set.lines[i - 1] == distance;
  }
  return even ? distance : 0;
}

/// A piece of each line, copied to nearby memory. Lines at a distance of a multiple of 4 KB map to the same
/// set of the cache, which has 8 or 12 ways, so that each of 16 lines would be evicted before its next number
/// is read.
class Piece {
 public:
  /// The pieces have numbers of `size` bytes.
  Piece(const LineSet& lines, size_t size)
      : lines_(lines),
        is_used_(hn::Lanes(Tag()) > 8 && distance_of(lines) != 0 && distance_of(lines) % 4096 == 0),
        numbers_(kBytes / size) {
    for (size_t i = 0; i < kMostLanes && is_used_; ++i) {
      near_.lines[i] = bytes_[i];
    }
    near_.count = lines.count;
  }

  /// The number of numbers in the next piece, if `all` remain.
  size_t count(size_t all) const {
    return is_used_ && numbers_ < all ? numbers_ : all;
  }
  const LineSet& lines() const {
    return is_used_ ? near_ : lines_;
  }

  /// The offset in lines() that corresponds to an offset of `offset` bytes in each line.
  ptrdiff_t start(ptrdiff_t offset) const {
    return is_used_ ? 0 : offset;
  }

  /// Copies a piece of each line to lines(), and back.
  void read(ptrdiff_t offset, size_t bytes) {
    for (size_t i = 0; i < kMostLanes && is_used_; ++i) {
      std::memcpy(bytes_[i], lines_.lines[i] + offset, bytes);
    }
  }
  void write(ptrdiff_t offset, size_t bytes) const {
    for (size_t i = 0; i < lines_.count && is_used_; ++i) {
      std::memcpy(lines_.lines[i] + offset, bytes_[i], bytes);
    }
  }

 private:
  static constexpr size_t kBytes = 256;
  const LineSet& lines_;
  const bool is_used_;
  const size_t numbers_;
  LineSet near_;
  alignas(64) char bytes_[kMostLanes][kBytes];
};

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
