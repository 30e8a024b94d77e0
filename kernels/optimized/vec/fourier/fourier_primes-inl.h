// Fourier transforms of p numbers, for any odd p, for one SIMD target. Two numbers with conjugate roots
// contribute their sum times a cosine, and their difference times a sine, to each pair of results with
// conjugate roots:
//
//   X[±k] = x[0] + Σ_j cos(2πjk/p) · (x[j] + x[p - j]) ∓ i · Σ_j sin(2πjk/p) · (x[j] - x[p - j])
//
// for 0 < j < p/2. That takes p² / 2 products of a real and a complex number, a quarter of the real
// multiplications of the definition.

#if defined(ETK_VEC_FOURIER_PRIMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_PRIMES_INL_H_
#undef ETK_VEC_FOURIER_PRIMES_INL_H_
#else
#define ETK_VEC_FOURIER_PRIMES_INL_H_
#endif

#include "vec/fourier/fourier-inl.h"

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

/// The sums and differences of a transform's inputs, in memory, because they are read for each result.
struct Pairs {
  size_t count;
  Numbers sums, differences;
};

/// Computes results k, k + 1 and so on, one for each of the initial sums, and the results with conjugate
/// roots.
template <size_t... i>
HWY_INLINE void sum_pairs(
    std::index_sequence<i...>,
    const Turns& circle,
    const Turns* turns,
    const Pairs& pairs,
    size_t k,
    const Numbers& out,
    Each<C, i>... cosines,
    Each<C, i>... sines) {
  size_t angles[sizeof...(i)] = {};
  for (size_t j = 0; j < pairs.count; ++j) {
    const C sum = load(pairs.sums, j), difference = load(pairs.differences, j);
    const auto next = [&](size_t l) {
      angles[l] += (k + l) * circle.step;
      angles[l] -= angles[l] >= circle.roots.count ? circle.roots.count : 0;
      return angles[l];
    };
    (..., [&](size_t angle) HWY_ATTR {
      const C turn = root(circle.roots, angle);
      cosines = add_scaled(cosines, sum, real(turn));
      sines = add_turned(sines, difference, imag(turn));
    }(next(i)));
  }
  const size_t p = 2 * pairs.count + 1;
  const auto put = [&](C value, size_t l)
                       HWY_ATTR { store(turns ? times(value, (*turns)[l]) : value, out, l); };
  (..., put(plus(cosines, sines), k + i));
  (..., put(minus(cosines, sines), p - k - i));
}

/// Transforms p >= 5 numbers of `in` to `out`; multiplies all except the first by `turns`, if it is not null.
HWY_NOINLINE inline void transform_prime(
    size_t p, const Turns& circle, const Turns* turns, const Numbers& in, const Numbers& out) {
  HWY_ALIGN float memory[4 * (kLargestPrime / 2) * kMostLanes];
  const size_t lanes = hn::Lanes(Tag());
  const Pairs pairs = {
      p / 2, {memory, memory + lanes, 4 * lanes}, {memory + 2 * lanes, memory + 3 * lanes, 4 * lanes}};
  const C first = load(in, 0), zero = number(hn::Zero(Tag()), hn::Zero(Tag()));
  C total = first;
  for (size_t j = 0; j < pairs.count; ++j) {
    const C a = load(in, j + 1), b = load(in, p - 1 - j), sum = plus(a, b);
    total = plus(total, sum);
    store(sum, pairs.sums, j);
    store(minus(a, b), pairs.differences, j);
  }
  store(total, out, 0);
  // With two results at a time, enough registers are left for the operands; an odd count ends with three.
  size_t k = 1;
  for (; pairs.count - k != 2 && k < pairs.count; k += 2) {
    sum_pairs(std::index_sequence<0, 1>(), circle, turns, pairs, k, out, first, first, zero, zero);
  }
  if (k < pairs.count) {
    sum_pairs(
        std::index_sequence<0, 1, 2>(), circle, turns, pairs, k, out, first, first, first, zero, zero, zero);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
