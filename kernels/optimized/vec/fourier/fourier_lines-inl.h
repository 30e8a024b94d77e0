// Conversions between lines in memory and blocks of rows, which have a lane for each line, for one SIMD
// target.

#if defined(ETK_VEC_FOURIER_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_LINES_INL_H_
#undef ETK_VEC_FOURIER_LINES_INL_H_
#else
#define ETK_VEC_FOURIER_LINES_INL_H_
#endif

#include "vec/base/rows-inl.h"
#include "vec/fourier/fourier-inl.h"
#include "vec/fourier/fourier_piece-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

HWY_INLINE float* at(const LineSet& set, size_t line, ptrdiff_t offset) {
  return reinterpret_cast<float*>(set.lines[line] + offset);
}

/// Loads four floats of every fourth line from `line` on, or stores them to the lines that exist. Halves of
/// vectors are combined in registers if their length is known at compile time, otherwise in memory.
template <class D>
HWY_INLINE hn::Vec<D> load_fours(D d, const LineSet& set, size_t line, ptrdiff_t offset) {
  if constexpr (HWY_HAVE_SCALABLE) {
    HWY_ALIGN float fours[kMostLanes];
    for (size_t i = 0; i < hn::Lanes(d); i += 4) {
      std::memcpy(fours + i, at(set, line + i, offset), 4 * sizeof(float));
    }
    return hn::Load(d, fours);
  } else if constexpr (HWY_MAX_LANES_D(D) <= 4) {
    return hn::LoadU(d, at(set, line, offset));
  } else {
    const hn::Half<D> half;
    const size_t upper = line + hn::Lanes(half);
    return hn::Combine(d, load_fours(half, set, upper, offset), load_fours(half, set, line, offset));
  }
}
template <class D>
HWY_INLINE void store_fours(hn::Vec<D> v, D d, const LineSet& set, size_t line, ptrdiff_t offset) {
  if constexpr (HWY_HAVE_SCALABLE) {
    HWY_ALIGN float fours[kMostLanes];
    hn::Store(v, d, fours);
    for (size_t i = 0; i < hn::Lanes(d) && line + i < set.count; i += 4) {
      std::memcpy(at(set, line + i, offset), fours + i, 4 * sizeof(float));
    }
  } else if constexpr (HWY_MAX_LANES_D(D) <= 4) {
    if (line < set.count) {
      hn::StoreU(v, d, at(set, line, offset));
    }
  } else {
    const hn::Half<D> half;
    store_fours(hn::LowerHalf(half, v), half, set, line, offset);
    store_fours(hn::UpperHalf(half, v), half, set, line + hn::Lanes(half), offset);
  }
}

/// Loads adjacent lines: vectors of real parts, or of interleaved real and imaginary parts.
HWY_INLINE C load_side_by_side(const LineSet& set, bool in_turns, ptrdiff_t re, ptrdiff_t im) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  if (!in_turns) {
    return number(load_part(d, at(set, 0, re), set.count), load_part(d, at(set, 0, im), set.count));
  }
  const size_t lower = HWY_MIN(2 * set.count, lanes);
  const V a = load_part(d, at(set, 0, re), lower);
  const V b = load_part(d, at(set, 0, re) + lower, 2 * set.count - lower);
  return number(hn::ConcatEven(d, b, a), hn::ConcatOdd(d, b, a));
}
HWY_INLINE void store_side_by_side(C value, const LineSet& set, bool in_turns, ptrdiff_t re, ptrdiff_t im) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  if (!in_turns) {
    store_part(imag(value), d, at(set, 0, im), set.count);
    store_part(real(value), d, at(set, 0, re), set.count);
    return;
  }
  const size_t lower = HWY_MIN(2 * set.count, lanes);
  store_part(hn::InterleaveWholeLower(d, real(value), imag(value)), d, at(set, 0, re), lower);
  store_part(
      hn::InterleaveWholeUpper(d, real(value), imag(value)), d, at(set, 0, re) + lower,
      2 * set.count - lower);
}

/// The relation of the lines of a set in memory: adjacent, with interleaved real and imaginary parts or real
/// parts only; or arbitrary.
struct Neighbours {
  bool in_turns, side_by_side;

  Neighbours(const LineLayout& layout, const LineSet& set) {
    const ptrdiff_t distance = distance_of(set), bytes = sizeof(float);
    in_turns = layout.is_complex && layout.imaginary == bytes && distance == 2 * bytes;
    side_by_side = in_turns || (layout.is_complex && distance == bytes);
  }
};

/// Loads number k of each line to vector k. If the lines are real, the imaginary parts are not changed.
HWY_INLINE void read_lines(const LineLayout& layout, const LineSet& set, const Numbers& to) {
  const Tag d;
  const Neighbours lines(layout, set);
  const size_t of_four = layout.is_complex ? 2 : 4;
  size_t k = 0;
  if (lines.side_by_side) {
    for (; k < layout.count; ++k) {
      const ptrdiff_t re = static_cast<ptrdiff_t>(k) * layout.stride;
      store(load_side_by_side(set, lines.in_turns, re, re + layout.imaginary), to, k);
    }
  } else if (layout.is_array()) {
    Piece piece(set, static_cast<size_t>(layout.stride));
    const LineSet& near = piece.lines();
    for (size_t left; (left = (layout.count - k) / of_four * of_four) > 0;) {
      const size_t end = k + piece.count(left);
      const size_t bytes = (end - k) * static_cast<size_t>(layout.stride);
      const ptrdiff_t start = static_cast<ptrdiff_t>(k) * layout.stride;
      piece.read(start, bytes);
      for (ptrdiff_t offset = piece.start(start); k < end;
           k += of_four, offset += ptrdiff_t{4 * sizeof(float)}) {
        V x0 = load_fours(d, near, 0, offset), x1 = load_fours(d, near, 1, offset);
        V x2 = load_fours(d, near, 2, offset), x3 = load_fours(d, near, 3, offset);
        transpose_fours(d, x0, x1, x2, x3);
        const auto place = [&](size_t i) {
          const bool is_re = !layout.is_complex || i % 2 == 0;
          return (is_re ? to.re : to.im) + (k + i * of_four / 4) * to.stride;
        };
        hn::StoreU(x0, d, place(0));
        hn::StoreU(x1, d, place(1));
        hn::StoreU(x2, d, place(2));
        hn::StoreU(x3, d, place(3));
      }
    }
  }
  for (; k < layout.count; ++k) {
    const ptrdiff_t offset = static_cast<ptrdiff_t>(k) * layout.stride;
    for (size_t i = 0; i < set.count; ++i) {
      to.re[k * to.stride + i] = *at(set, i, offset);
      if (layout.is_complex) {
        to.im[k * to.stride + i] = *at(set, i, offset + layout.imaginary);
      }
    }
  }
}

/// The inverse of read_lines: stores vector places[k] as number k.
HWY_INLINE void write_lines(
    const LineLayout& layout, const LineSet& set, const uint32_t* places, const Numbers& from) {
  const Tag d;
  const Neighbours lines(layout, set);
  const size_t of_four = layout.is_complex ? 2 : 4;
  size_t k = 0;
  if (lines.side_by_side) {
    for (; k < layout.count; ++k) {
      const ptrdiff_t re = static_cast<ptrdiff_t>(k) * layout.stride;
      store_side_by_side(load(from, places[k]), set, lines.in_turns, re, re + layout.imaginary);
    }
  } else if (layout.is_array()) {
    Piece piece(set, static_cast<size_t>(layout.stride));
    const LineSet& near = piece.lines();
    for (size_t left; (left = (layout.count - k) / of_four * of_four) > 0;) {
      const size_t end = k + piece.count(left);
      const size_t bytes = (end - k) * static_cast<size_t>(layout.stride);
      const ptrdiff_t start = static_cast<ptrdiff_t>(k) * layout.stride;
      for (ptrdiff_t offset = piece.start(start); k < end;
           k += of_four, offset += ptrdiff_t{4 * sizeof(float)}) {
        const auto load = [&](size_t i) HWY_ATTR {
          const bool is_re = !layout.is_complex || i % 2 == 0;
          return hn::LoadU(d, (is_re ? from.re : from.im) + places[k + i * of_four / 4] * from.stride);
        };
        V x0 = load(0), x1 = load(1), x2 = load(2), x3 = load(3);
        transpose_fours(d, x0, x1, x2, x3);
        store_fours(x0, d, near, 0, offset);
        store_fours(x1, d, near, 1, offset);
        store_fours(x2, d, near, 2, offset);
        store_fours(x3, d, near, 3, offset);
      }
      piece.write(start, bytes);
    }
  }
  for (; k < layout.count; ++k) {
    const ptrdiff_t offset = static_cast<ptrdiff_t>(k) * layout.stride;
    for (size_t i = 0; i < set.count; ++i) {
      *at(set, i, offset) = from.re[places[k] * from.stride + i];
      if (layout.is_complex) {
        *at(set, i, offset + layout.imaginary) = from.im[places[k] * from.stride + i];
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
