// Complex Fourier transforms of as many columns of floats as a vector has lanes, for one SIMD target.

#if defined(ETK_VEC_FOURIER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_INL_H_
#undef ETK_VEC_FOURIER_INL_H_
#else
#define ETK_VEC_FOURIER_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/fourier_plan.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using V = hn::Vec<Tag>;

/// A complex number in each lane.
struct C {
  V re, im;
};

HWY_INLINE C operator+(C a, C b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
HWY_INLINE C operator-(C a, C b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
HWY_INLINE C operator*(C a, C b) {
  return {hn::NegMulAdd(a.im, b.im, hn::Mul(a.re, b.re)), hn::MulAdd(a.im, b.re, hn::Mul(a.re, b.im))};
}
HWY_INLINE C times_minus_i(C a) {
  return {a.im, hn::Neg(a.re)};
}

// By one address and the distance to the other: there are too few registers for 32 addresses.
HWY_INLINE C load(const Numbers& from, size_t k) {
  const Tag d;
  const float* re = from.re + k * from.stride;
  return {hn::LoadU(d, re), hn::LoadU(d, re + (from.im - from.re))};
}
HWY_INLINE void store(C value, const Numbers& to, size_t k) {
  const Tag d;
  float* re = to.re + k * to.stride;
  hn::StoreU(value.re, d, re);
  hn::StoreU(value.im, d, re + (to.im - to.re));
}
HWY_INLINE C root(const Roots& roots, size_t k) {
  const Tag d;
  return {hn::Set(d, roots.values[2 * k]), hn::Set(d, roots.values[2 * k + 1])};
}

/// The transform of kCount numbers, of which circle[k] = e^(-2πi · k / kCount) are the roots.
template <size_t kCount>
HWY_INLINE void butterfly(const C (&circle)[kCount], C (&x)[kCount]) {
  if constexpr (kCount == 2) {
    const C first = x[0];
    x[0] = first + x[1];
    x[1] = first - x[1];
  } else if constexpr (kCount == 4) {
    const C even = x[0] + x[2], odd = x[1] + x[3];
    const C less = x[0] - x[2], d = x[1] - x[3];
    x[0] = even + odd;
    x[1] = {hn::Add(less.re, d.im), hn::Sub(less.im, d.re)};
    x[2] = even - odd;
    x[3] = {hn::Sub(less.re, d.im), hn::Add(less.im, d.re)};
  } else if constexpr (kCount % 2 == 0) {
    constexpr size_t kHalf = kCount / 2;
    C half[kHalf], even[kHalf], odd[kHalf];
    HWY_UNROLL(4)
    for (size_t k = 0; k < kHalf; ++k) {
      half[k] = circle[2 * k];
      even[k] = x[2 * k];
      odd[k] = x[2 * k + 1];
    }
    butterfly<kHalf>(half, even);
    butterfly<kHalf>(half, odd);
    HWY_UNROLL(4)
    for (size_t k = 0; k < kHalf; ++k) {
      const C term = k == 0 ? odd[k] : 4 * k == kCount ? times_minus_i(odd[k]) : odd[k] * circle[k];
      x[k] = even[k] + term;
      x[k + kHalf] = even[k] - term;
    }
  } else {
    // x[r] and x[kCount - r] have conjugate roots.
    constexpr size_t kPairs = kCount / 2;
    C sum[kPairs + 1], difference[kPairs + 1];
    const C first = x[0];
    HWY_UNROLL(2)
    for (size_t r = 1; r <= kPairs; ++r) {
      sum[r] = x[r] + x[kCount - r];
      difference[r] = x[r] - x[kCount - r];
      x[0] = x[0] + sum[r];
    }
    HWY_UNROLL(2)
    for (size_t k = 1; k <= kPairs; ++k) {
      C by_cosine = first, by_sine = {hn::Zero(Tag()), hn::Zero(Tag())};
      HWY_UNROLL(2)
      for (size_t r = 1; r <= kPairs; ++r) {
        const C unit = circle[k * r % kCount];
        by_cosine.re = hn::MulAdd(sum[r].re, unit.re, by_cosine.re);
        by_cosine.im = hn::MulAdd(sum[r].im, unit.re, by_cosine.im);
        by_sine.re = hn::NegMulAdd(difference[r].im, unit.im, by_sine.re);
        by_sine.im = hn::MulAdd(difference[r].re, unit.im, by_sine.im);
      }
      x[k] = by_cosine + by_sine;
      x[kCount - k] = by_cosine - by_sine;
    }
  }
}

/// Which of the numbers belong together: number r of what column j of transform q is made of is number
/// q · of_transform + j · of_column + r · of_number.
struct Order {
  size_t of_transform, of_column, of_number;
};

/// `count` transforms of length n become kCount times as many of length n / kCount.
template <size_t kCount>
HWY_NOINLINE void run_stage(
    Roots roots, size_t n, size_t count, Numbers from, Order reads, Numbers to, Order writes) {
  const size_t turn = roots.count / n;
  const auto part = [](const Numbers& numbers, size_t first, size_t stride) {
    return Numbers{
        numbers.re + first * numbers.stride, numbers.im + first * numbers.stride, stride * numbers.stride};
  };
  C circle[kCount], turns[kCount];
  HWY_UNROLL(8)
  for (size_t k = 0; k < kCount; ++k) {
    circle[k] = root(roots, k * (roots.count / kCount));
  }
  const auto run = [&](size_t j, auto turned) HWY_ATTR {
    for (size_t q = 0; q < count; ++q) {
      const Numbers in = part(from, q * reads.of_transform + j * reads.of_column, reads.of_number);
      const Numbers out = part(to, q * writes.of_transform + j * writes.of_column, writes.of_number);
      C x[kCount];
      HWY_UNROLL(8)
      for (size_t r = 0; r < kCount; ++r) {
        x[r] = load(in, r);
      }
      butterfly<kCount>(circle, x);
      HWY_UNROLL(8)
      for (size_t k = 0; k < kCount; ++k) {
        store(k > 0 && turned() ? x[k] * turns[k] : x[k], out, k);
      }
    }
  };
  run(0, [] { return false; });
  for (size_t j = 1; j < n / kCount; ++j) {
    HWY_UNROLL(8)
    for (size_t k = 1; k < kCount; ++k) {
      turns[k] = root(roots, k * j * turn);
    }
    run(j, [] { return true; });
  }
}

HWY_INLINE auto stage_of(size_t p) {
  return p == 8   ? run_stage<8>
         : p == 4 ? run_stage<4>
         : p == 2 ? run_stage<2>
         : p == 3 ? run_stage<3>
                  : run_stage<5>;
}

/// Transforms n numbers where they are: number k of the result is at place_of(k).
HWY_INLINE void transform_in_place(Roots roots, size_t n, Numbers numbers) {
  for (size_t left = n; left > 1;) {
    const size_t p = next_factor(left), m = left / p;
    const Order order = {left, 1, m};
    stage_of(p)(roots, left, n / left, numbers, order, numbers, order);
    left = m;
  }
}

/// Transforms n numbers, in order. Between the stages they are in `first` and `second` in turns.
HWY_INLINE void transform_numbers(
    Roots roots, size_t n, Numbers from, Numbers to, Numbers first, Numbers second) {
  if (n == 1) {
    store(load(from, 0), to, 0);
  }
  for (size_t left = n, step = 1; left > 1;) {
    const size_t p = next_factor(left), m = left / p;
    const Numbers next = m == 1 ? to : first;
    stage_of(p)(roots, left, step, from, {1, step, step * m}, next, {1, step * p, step});
    from = next;
    first = second;
    second = next;
    left = m;
    step *= p;
  }
}

/// What fourier_plan.h says of a packed line: s · (A + u · B), of s · u and of Z[k] and Z[n/2 - k], and s
/// times the conjugate of A - u · B, which is that of the latter.
struct Pair {
  C first, second;
};
HWY_INLINE Pair unpack(C a, C b, V scale, C u) {
  const C sum = {hn::Add(a.re, b.re), hn::Sub(a.im, b.im)};
  const C difference = {hn::Sub(a.re, b.re), hn::Add(a.im, b.im)};
  const C scaled = {hn::Mul(sum.re, scale), hn::Mul(sum.im, scale)};
  const C turned = difference * u;
  return {scaled + turned, {hn::Sub(scaled.re, turned.re), hn::Sub(turned.im, scaled.im)}};
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
