// Copies of runs of a fixed size, for one SIMD target.

#if defined(ETK_VEC_RUNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_RUNS_INL_H_
#undef ETK_VEC_RUNS_INL_H_
#else
#define ETK_VEC_RUNS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/memory.h"

#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Copies runs of a size that is set at run time.
struct CopyRun {
  size_t bytes;
  size_t ahead;  // the prefetch distance after the end of a run; 0: no prefetch

  // Most runs are too short for a call of memcpy. All stores between the first vector and the last one are
  // aligned.
  HWY_INLINE void operator()(const char* from, char* to) const {
    constexpr size_t kLong = 2048;
    if (bytes <= kShortRun) {
      return copy_short(from, bytes, to);
    }
    if (bytes >= kLong) {
      return copy_bytes(from, bytes, to);
    }
    if (ahead > 0) {
      fetch(from + ahead, bytes);
    }
    const hn::CappedTag<uint8_t, 32> d;
    const size_t lanes = hn::Lanes(d);
    const auto copy = [&](size_t i) HWY_ATTR {
      const auto values = hn::LoadU(d, reinterpret_cast<const uint8_t*>(from + i));
      hn::StoreU(values, d, reinterpret_cast<uint8_t*>(to + i));
    };
    copy(0);
    for (size_t i = lanes - reinterpret_cast<uintptr_t>(to) % lanes; i + lanes < bytes; i += lanes) {
      copy(i);
    }
    copy(bytes - lanes);
  }
};

/// Copies a number of bytes that is known at compile time, which takes a third of the time.
template <size_t kBytes>
struct CopyBytes {
  HWY_INLINE void operator()(const char* from, char* to) const {
    if constexpr (kBytes > 0) {  // with 0 bytes, `from` may be null
      std::memcpy(to, from, kBytes);
    }
  }
};

/// Calls f with a class that copies runs of this size.
template <class F>
HWY_INLINE void with_copy(size_t bytes, size_t ahead, F f) {
  switch (bytes) {
    case 0:
      return f(CopyBytes<0>());
    case 4:
      return f(CopyBytes<4>());
    case 8:
      return f(CopyBytes<8>());
    default:
      return f(CopyRun{bytes, ahead});
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
