#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/base/array.cpp"
#include "vec/base/each_target.h"

#include "vec/base/array-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void widen_lines(Array array, ptrdiff_t stride, size_t lines, size_t n, float* to, size_t to_stride) {
  with_elements(array, [&](const auto* from) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    for (size_t line = 0; line < lines; ++line, from += stride, to += to_stride) {
      size_t i = 0;
      for (; i + lanes <= n; i += lanes) {
        hn::StoreU(load(d, from + i), d, to + i);
      }
      if (i < n) {
        hn::StoreN(load(d, from + i, n - i), d, to + i, n - i);
      }
    }
  });
}

void narrow_lines(
    const float* from, size_t from_stride, size_t lines, size_t n, Array array, ptrdiff_t stride) {
  with_elements(array, [&](auto* to) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    for (size_t line = 0; line < lines; ++line, from += from_stride, to += stride) {
      size_t i = 0;
      for (; i + lanes <= n; i += lanes) {
        store(hn::LoadU(d, from + i), d, to + i);
      }
      if (i < n) {
        store(hn::LoadN(d, from + i, n - i), d, to + i, n - i);
      }
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(widen_lines);
HWY_EXPORT(narrow_lines);

void load_lines(Array from, ptrdiff_t stride, size_t lines, size_t n, float* to, size_t to_stride) {
  HWY_DYNAMIC_DISPATCH(widen_lines)(from, stride, lines, n, to, to_stride);
}

void store_lines(const float* from, size_t from_stride, size_t lines, size_t n, Array to, ptrdiff_t stride) {
  HWY_DYNAMIC_DISPATCH(narrow_lines)(from, from_stride, lines, n, to, stride);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
