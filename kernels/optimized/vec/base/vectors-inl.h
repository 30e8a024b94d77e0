// Packs of vectors, for one SIMD target. The compiler does not know the size of SVE's vectors: they can be
// parameters of functions, but not elements of arrays, members of classes, or captured by value. A pack of
// parameters takes the place of an array, and a fold expression the place of a loop; all vectors stay in
// registers.
//
//   template <class... Vs>
//   void add_rows(const float* from, size_t n, float* to, Vs... sums) {
//     for (…) { size_t u = 0; ((sums = hn::Add(sums, hn::LoadU(d, from + lanes * u++))), ...); }
//   }
//   add_rows(from, n, to, zero, zero, zero, zero);

#if defined(ETK_VEC_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_VECTORS_INL_H_
#undef ETK_VEC_VECTORS_INL_H_
#else
#define ETK_VEC_VECTORS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/lanes.h"

#include <algorithm>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The vector type for code that has to know an upper bound on the number of lanes.
using CappedFloats = hn::CappedTag<float, kMostLanes>;

/// Maps each index of a pack to the type T.
template <class T, size_t>
using Each = T;

/// Maps each index of a pack to a copy of v.
template <size_t, class V>
HWY_INLINE V copy(V v) {
  return v;
}

/// Element i of a pack.
template <size_t i, class T, class... Ts>
HWY_INLINE auto& nth(T& first, Ts&... others) {
  if constexpr (i == 0) {
    return first;
  } else {
    return nth<i - 1>(others...);
  }
}

/// Stores n lanes of floats, fewer than the vector has. Where a target has no masks, or masked stores take
/// more than ten cycles (AVX2), lane by lane from memory.
template <class D, class V>
HWY_INLINE void store_first(D d, V v, float* to, size_t n) {
#if HWY_TARGET <= HWY_AVX3 || HWY_HAVE_SCALABLE
  hn::StoreN(v, d, to, n);
#else
  HWY_ALIGN float values[hn::MaxLanes(d)];
  hn::Store(v, d, values);
  std::copy_n(values, n, to);
#endif
}

/// Transposes each block of four lanes across four vectors.
template <class D, class V>
HWY_INLINE void transpose_fours(D d, V& a, V& b, V& c, V& e) {
  const hn::Repartition<double, D> pairs;
  const auto ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto ab_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
  const auto ce_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
  a = hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce));
  b = hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce));
  c = hn::BitCast(d, hn::InterleaveLower(pairs, ab_upper, ce_upper));
  e = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_upper, ce_upper));
}

/// The horizontal sums of four vectors, in the first four lanes.
template <class D, class V>
HWY_INLINE V sum_fours(D d, V a, V b, V c, V e) {
  transpose_fours(d, a, b, c, e);
  V sums = hn::Add(hn::Add(a, b), hn::Add(c, e));
  if (hn::Lanes(d) > 4) {
    sums = hn::Add(sums, hn::SwapAdjacentBlocks(sums));
  }
  if (hn::Lanes(d) > 8) {
    sums = hn::Add(sums, hn::ReverseBlocks(d, sums));
  }
  return sums;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
