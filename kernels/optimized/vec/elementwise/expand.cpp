#include "vec/elementwise/expand.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/elementwise/expand.cpp"
#include "vec/base/each_target.h"

#include "etk/base/loop.h"
#include "vec/base/memory.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Expands the elements of a view in some dimensions of a loop to contiguous memory.
template <typename T>
struct Writer {
  const Loop& loop;
  size_t view;

  // Writes `count` indices of dimension d, with `inner` elements each.
  void write(size_t d, size_t count, size_t inner, const T* from, T* to) const {
    const ptrdiff_t stride = stride_of(d);
    if (d + 1 == loop.rank()) {
      stride == 0 ? repeat(*from, count, to) : copy_few(from, count, to);
      return;
    }
    const size_t size = loop.size(d + 1);
    if (stride == 0) {
      write(d + 1, size, inner / size, from, to);
      for (size_t done = inner, more; done < count * inner; done += more) {
        more = HWY_MIN(done, count * inner - done);
        copy_few(to, more, to + done);
      }
      return;
    }
    const bool is_last = d + 2 == loop.rank(), is_same = is_last && stride_of(d + 1) == 0;
    for (size_t i = 0; i < count; ++i, from += stride, to += inner) {
      if (is_same) {
        repeat(*from, inner, to);
      } else if (is_last) {
        copy_few(from, inner, to);
      } else {
        write(d + 1, size, inner / size, from, to);
      }
    }
  }

 private:
  ptrdiff_t stride_of(size_t d) const {
    return loop.stride(view, d) / static_cast<ptrdiff_t>(sizeof(T));
  }

  // Writes up to a vector past the end.
  static HWY_INLINE void repeat(T value, size_t n, T* to) {
    const hn::ScalableTag<T> d;
    const auto values = hn::Set(d, value);
    for (size_t i = 0; i < n; i += hn::Lanes(d)) {
      hn::StoreU(values, d, to + i);
    }
  }
};

void write_floats(
    const Loop& loop, size_t view, size_t d, size_t count, size_t inner, const float* from, float* to) {
  Writer<float>{loop, view}.write(d, count, inner, from, to);
}

void write_halves(
    const Loop& loop, size_t view, size_t d, size_t count, size_t inner, const uint16_t* from, uint16_t* to) {
  Writer<uint16_t>{loop, view}.write(d, count, inner, from, to);
}

void write_bytes(
    const Loop& loop, size_t view, size_t d, size_t count, size_t inner, const uint8_t* from, uint8_t* to) {
  Writer<uint8_t>{loop, view}.write(d, count, inner, from, to);
}

void write_longs(
    const Loop& loop, size_t view, size_t d, size_t count, size_t inner, const uint64_t* from, uint64_t* to) {
  Writer<uint64_t>{loop, view}.write(d, count, inner, from, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(write_floats);
HWY_EXPORT(write_halves);
HWY_EXPORT(write_bytes);
HWY_EXPORT(write_longs);

bool can_expand(size_t element_size) {
  return element_size == 1 || element_size == 4 || (element_size == 2 && kHasShort) ||
         (element_size == 8 && kHasLong);
}

void expand(
    const Loop& loop,
    size_t view,
    size_t d,
    size_t count,
    size_t inner,
    size_t element_size,
    const void* from,
    void* to) {
  if (element_size == sizeof(float)) {
    HWY_DYNAMIC_DISPATCH(write_floats)
    (loop, view, d, count, inner, static_cast<const float*>(from), static_cast<float*>(to));
  } else if (element_size == 1) {
    HWY_DYNAMIC_DISPATCH(write_bytes)
    (loop, view, d, count, inner, static_cast<const uint8_t*>(from), static_cast<uint8_t*>(to));
  } else if (kHasLong && element_size == sizeof(uint64_t)) {
    HWY_DYNAMIC_DISPATCH(write_longs)
    (loop, view, d, count, inner, static_cast<const uint64_t*>(from), static_cast<uint64_t*>(to));
  } else if (kHasShort) {
    HWY_DYNAMIC_DISPATCH(write_halves)
    (loop, view, d, count, inner, static_cast<const uint16_t*>(from), static_cast<uint16_t*>(to));
  }
}

}  // namespace etk::vec

#endif  // HWY_ONCE
