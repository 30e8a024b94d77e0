#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/move/fill.cpp"
#include "vec/base/each_target.h"

#include "vec/base/memory.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Fills an array by repeating a piece of kShortRun bytes. The last vector may overlap the one before.
void fill_bytes(const char* piece, size_t bytes, char* to, bool is_far) {
  const hn::CappedTag<uint8_t, kShortRun> d;
  const size_t lanes = hn::Lanes(d);
  if (bytes <= kShortRun) {
    return copy_short(piece, bytes, to);
  }
  const auto values = hn::LoadU(d, reinterpret_cast<const uint8_t*>(piece));
  auto* const result = reinterpret_cast<uint8_t*>(to);
  size_t i = 0;
  if (is_far) {
    hn::StoreU(values, d, result);
    for (i = lanes - reinterpret_cast<uintptr_t>(to) % lanes; i + lanes < bytes; i += lanes) {
      hn::Stream(values, d, result + i);
    }
  }
  for (; i + lanes < bytes; i += lanes) {
    hn::StoreU(values, d, result + i);
  }
  hn::StoreU(values, d, result + bytes - lanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "vec/base/parallel.h"
#include "vec/move/copy.h"  // IWYU pragma: associated

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(fill_bytes);

void fill(const View& to, const Scalar& number) {
  alignas(64) char piece[kShortRun];
  store_number(number, to.dtype, *reinterpret_cast<char(*)[kMostBytes]>(piece));
  Loop loop(to);
  loop.add(to);
  loop.simplify();
  if (loop.rank() > 1 || loop.inner_stride(0) != static_cast<ptrdiff_t>(to.element_size)) {
    View from = to;
    from.data = piece;
    std::fill_n(from.strides, from.rank, 0);
    return vec::copy(from, to);
  }
  const size_t size = to.element_size, bytes = to.numel() * size;
  for (size_t done = size; done < kShortRun; done *= 2) {
    std::memcpy(piece + done, piece, done);
  }
  const bool is_same = std::all_of(piece, piece + size, [&](char byte) { return byte == piece[0]; });
  // Only if elements and vectors are aligned to each other.
  const bool is_far = bytes >= kFar && reinterpret_cast<uintptr_t>(to.data) % kMostBytes == 0;
  const auto fill_part = HWY_DYNAMIC_POINTER(fill_bytes);
  constexpr size_t kPart = 4096, kCost = kPart / 16;  // in bytes; 16 bytes cost as much as an addition
  parallel((bytes + kPart - 1) / kPart, kCost, [&](size_t begin, size_t end) {
    const size_t first = begin * kPart, last = std::min(end * kPart, bytes);
    if (is_same && !is_far) {
      std::memset(to.data + first, piece[0], last - first);
    } else {
      fill_part(piece, last - first, to.data + first, is_far);
    }
    finish(is_far);
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
