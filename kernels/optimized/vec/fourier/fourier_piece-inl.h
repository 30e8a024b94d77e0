// Pieces of lines that a cache would not keep where they are, for one SIMD target.

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

/// The bytes between lines that are all as far from each other; else 0.
inline ptrdiff_t distance_of(const LineSet& set) {
  const ptrdiff_t distance = set.count > 1 ? set.lines[1] - set.lines[0] : 0;
  bool even = true;
  for (size_t i = 1; i < set.count; ++i) {
    even = even && set.lines[i] - set.lines[i - 1] == distance;
  }
  return even ? distance : 0;
}

/// A piece of each line, where they are near each other. Lines that lie a multiple of 4 KB apart are in the
/// same set of a cache, which keeps 8 or 12 of them, and would have lost each of 16 before its next number is
/// read.
class Piece {
 public:
  /// Numbers of `size` bytes.
  Piece(const LineSet& lines, size_t size)
      : lines_(lines),
        is_used_(hn::Lanes(Tag()) > 8 && distance_of(lines) != 0 && distance_of(lines) % 4096 == 0),
        numbers_(kBytes / size) {
    for (size_t i = 0; i < kMostLanes && is_used_; ++i) {
      near_.lines[i] = bytes_[i];
    }
    near_.count = lines.count;
  }

  /// The numbers that are taken at a time, of so many.
  size_t count(size_t all) const {
    return is_used_ && numbers_ < all ? numbers_ : all;
  }
  const LineSet& lines() const {
    return is_used_ ? near_ : lines_;
  }

  /// Where what is `offset` bytes after the start of each line is in lines().
  ptrdiff_t start(ptrdiff_t offset) const {
    return is_used_ ? 0 : offset;
  }

  /// Copies it there, and back.
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
