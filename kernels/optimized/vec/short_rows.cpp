#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/short_rows.cpp"
#include "vec/each_target.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows of two or three elements as columns, and back: as many as fill vectors. Return how many there are.
size_t split_rows(const float* rows, size_t n, size_t count, float* to, size_t stride) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> a, b, c;
  size_t j = 0;
  for (; n == 2 && j + lanes <= count; j += lanes) {
    hn::LoadInterleaved2(d, rows + 2 * j, a, b);
    hn::StoreU(a, d, to + j);
    hn::StoreU(b, d, to + stride + j);
  }
  for (; n == 3 && j + lanes <= count; j += lanes) {
    hn::LoadInterleaved3(d, rows + 3 * j, a, b, c);
    hn::StoreU(a, d, to + j);
    hn::StoreU(b, d, to + stride + j);
    hn::StoreU(c, d, to + 2 * stride + j);
  }
  return j;
}

size_t join_rows(const float* columns, size_t stride, size_t n, size_t count, float* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t j = 0;
  for (; n == 2 && j + lanes <= count; j += lanes) {
    const auto a = hn::LoadU(d, columns + j), b = hn::LoadU(d, columns + stride + j);
    hn::StoreInterleaved2(a, b, d, to + 2 * j);
  }
  for (; n == 3 && j + lanes <= count; j += lanes) {
    const auto a = hn::LoadU(d, columns + j), b = hn::LoadU(d, columns + stride + j);
    hn::StoreInterleaved3(a, b, hn::LoadU(d, columns + 2 * stride + j), d, to + 3 * j);
  }
  return j;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/gemm.h"
#include "vec/short_rows.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(split_rows);
HWY_EXPORT(join_rows);

void to_columns(const float* rows, size_t n, size_t count, float* to, size_t stride) {
  if (n == 1) {
    std::copy_n(rows, count, to);
    return;
  }
  const size_t done = n <= 3 ? HWY_DYNAMIC_DISPATCH(split_rows)(rows, n, count, to, stride) : 0;
  if (done < count) {
    transpose(rows + done * n, n, n, count - done, to + done, stride);
  }
}

void to_rows(const float* columns, size_t stride, size_t n, size_t count, float* to) {
  if (n == 1) {
    std::copy_n(columns, count, to);
    return;
  }
  const size_t done = n <= 3 ? HWY_DYNAMIC_DISPATCH(join_rows)(columns, stride, n, count, to) : 0;
  if (done < count) {
    transpose(columns + done, stride, count - done, n, to + done * n, n);
  }
}

}  // namespace etk::vec

#endif  // HWY_ONCE
