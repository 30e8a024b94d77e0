#include "vec/move/lines.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/move/lines.cpp"
#include "vec/base/each_target.h"

#include "vec/base/elements.h"
#include "vec/move/runs-inl.h"

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sets n elements to *from. The last vector may overlap the one before.
template <class T>
HWY_INLINE void repeat(const T* from, size_t n, T* to) {
  constexpr size_t kPiece = kShortRun / sizeof(T);
  HWY_ALIGN T piece[kPiece];
  const hn::CappedTag<T, kPiece> d;
  const size_t lanes = hn::Lanes(d);
  T value;
  std::memcpy(&value, from, sizeof(T));
  const auto values = hn::Set(d, value);
  if (n <= kPiece) {
    for (size_t i = 0; i < kPiece; i += lanes) {
      hn::Store(values, d, piece + i);
    }
    return copy_short(reinterpret_cast<const char*>(piece), n * sizeof(T), reinterpret_cast<char*>(to));
  }
  for (size_t i = 0; i + lanes < n; i += lanes) {
    hn::StoreU(values, d, to + i);
  }
  hn::StoreU(values, d, to + n - lanes);
}

// Copies every other element. The last vector takes the odd lanes of vectors that end with the last element,
// because memory after that may not be readable.
template <class T>
HWY_INLINE void copy_even(const T* from, size_t n, T* to) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  if (n <= lanes) {
    for (size_t i = 0; i < n; ++i) {
      std::memcpy(to + i, from + 2 * i, sizeof(T));
    }
    return;
  }
  for (size_t i = 0; i + lanes < n; i += lanes) {
    const T* at = from + 2 * i;
    hn::StoreU(hn::ConcatEven(d, hn::LoadU(d, at + lanes), hn::LoadU(d, at)), d, to + i);
  }
  const T* at = from + 2 * (n - lanes) - 1;
  hn::StoreU(hn::ConcatOdd(d, hn::LoadU(d, at + lanes), hn::LoadU(d, at)), d, to + n - lanes);
}

// Copies elements in reverse order. The last vector may overlap the one before.
template <class T>
HWY_INLINE void copy_backwards(const T* from, size_t n, T* to) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  const T* first = from + 1 - n;  // the lowest address that is read
  if (n < lanes) {
    for (size_t i = 0; i < n; ++i) {
      std::memcpy(to + i, first + (n - 1 - i), sizeof(T));
    }
    return;
  }
  for (size_t i = 0; i + lanes < n; i += lanes) {
    hn::StoreU(hn::Reverse(d, hn::LoadU(d, first + (n - lanes - i))), d, to + i);
  }
  hn::StoreU(hn::Reverse(d, hn::LoadU(d, first)), d, to + n - lanes);
}

// Copies two elements per iteration, which is faster than one.
template <class T>
HWY_INLINE void copy_each(const char* from, ptrdiff_t from_stride, char* to, ptrdiff_t to_stride, size_t n) {
  for (; n >= 2; n -= 2, from += 2 * from_stride, to += 2 * to_stride) {
    T a, b;
    std::memcpy(&a, from, sizeof(T));
    std::memcpy(&b, from + from_stride, sizeof(T));
    std::memcpy(to, &a, sizeof(T));
    std::memcpy(to + to_stride, &b, sizeof(T));
  }
  if (n > 0) {
    std::memcpy(to, from, sizeof(T));
  }
}

template <class F>
HWY_INLINE void for_each_line(const Lines& lines, F f) {
  const char* from = lines.from;
  char* to = lines.to;
  for (size_t i = 0; i < lines.count; ++i, from += lines.from_line, to += lines.to_line) {
    f(from, to);
  }
}

// Calls f for each contiguous array to copy.
template <class T, class F>
HWY_INLINE void for_each_array(const Lines& lines, F f) {
  const size_t n = lines.n;
  for_each_line(lines, [=](const char* from, char* to) HWY_ATTR {
    f(reinterpret_cast<const T*>(from), n, reinterpret_cast<T*>(to));
  });
}

template <class T>
HWY_INLINE void copy_each_line(const Lines& lines) {
  constexpr ptrdiff_t size = sizeof(T);
  const ptrdiff_t stride = lines.from_stride, to_stride = lines.to_stride;
  const size_t n = lines.n;
  if (to_stride != size || (stride != 0 && stride != 2 * size && stride != -size)) {
    for_each_line(
        lines, [=](const char* from, char* to) HWY_ATTR { copy_each<T>(from, stride, to, to_stride, n); });
  } else if (stride == 0) {
    for_each_array<T>(lines, repeat<T>);
  } else if (stride < 0) {
    for_each_array<T>(lines, copy_backwards<T>);
  } else {
    for_each_array<T>(lines, copy_even<T>);
  }
}

void copy_lines_of_target(const Lines& lines, size_t element_size) {
  const auto size = static_cast<ptrdiff_t>(element_size);
  if (lines.from_stride == size && lines.to_stride == size) {
    return with_copy(lines.n * element_size, 0, [&](auto copy) HWY_ATTR { for_each_line(lines, copy); });
  }
  (void)with_size(element_size, [&](auto element) HWY_ATTR { copy_each_line<decltype(element)>(lines); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(copy_lines_of_target);

void copy_lines(const Lines& lines, size_t element_size) {
  HWY_DYNAMIC_DISPATCH(copy_lines_of_target)(lines, element_size);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
