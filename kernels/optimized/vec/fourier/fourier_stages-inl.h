// Complex Fourier transforms of as many columns of floats as a vector has lanes, for one SIMD target.

#if defined(ETK_VEC_FOURIER_STAGES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_FOURIER_STAGES_INL_H_
#undef ETK_VEC_FOURIER_STAGES_INL_H_
#else
#define ETK_VEC_FOURIER_STAGES_INL_H_
#endif

#include "vec/fourier/fourier-inl.h"
#include "vec/fourier/fourier_primes-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

/// Transforms kCount numbers of `in`, the first of which are x, to `out`; multiplies all except the first by
/// `turns`.
template <size_t kCount, bool kTurned, class... Cs>
HWY_INLINE void transform(
    const Turns& circle, const Turns& turns, const Numbers& in, const Numbers& out, Cs&... x) {
  if constexpr (sizeof...(x) < kCount) {
    C next = load(in, sizeof...(x));
    transform<kCount, kTurned>(circle, turns, in, out, x..., next);
  } else {
    butterfly(circle, x...);
    size_t k = 0;
    ((store(kTurned && k > 0 ? times(x, turns[k]) : x, out, k), ++k), ...);
  }
}

/// The order of numbers: number r of column j of transform q is at index q · of_transform + j · of_column + r
/// · of_number.
struct Order {
  size_t of_transform, of_column, of_number;
};

/// Splits `count` transforms of length n into p · `count` transforms of length n / p: p is kCount, or any odd
/// prime if kCount is 0.
template <size_t kCount>
HWY_NOINLINE void run_stage(
    size_t p, Roots roots, size_t n, size_t count, Numbers from, Order reads, Numbers to, Order writes) {
  const auto part = [](const Numbers& numbers, size_t first, size_t stride) {
    return Numbers{
        numbers.re + first * numbers.stride, numbers.im + first * numbers.stride, stride * numbers.stride};
  };
  if constexpr (kCount > 0) {
    p = kCount;
  }
  const Turns circle = {roots, roots.count / p};
  const auto run = [&](size_t j, auto turned) HWY_ATTR {
    const Turns turns = {roots, j * (roots.count / n)};
    for (size_t q = 0; q < count; ++q) {
      const Numbers in = part(from, q * reads.of_transform + j * reads.of_column, reads.of_number);
      const Numbers out = part(to, q * writes.of_transform + j * writes.of_column, writes.of_number);
      if constexpr (kCount > 0) {
        transform<kCount, turned()>(circle, turns, in, out);
      } else {
        transform_prime(p, circle, turned() ? &turns : nullptr, in, out);
      }
    }
  };
  run(0, std::false_type());
  for (size_t j = 1; j < n / p; ++j) {
    run(j, std::true_type());
  }
}

HWY_INLINE auto stage_of(size_t p) {
  return p == 8   ? run_stage<8>
         : p == 4 ? run_stage<4>
         : p == 2 ? run_stage<2>
         : p == 3 ? run_stage<3>
         : p == 5 ? run_stage<5>
                  : run_stage<0>;
}

/// Transforms n numbers in place: number k of the result is at place_of(k).
HWY_INLINE void transform_in_place(Roots roots, size_t n, Numbers numbers) {
  for (size_t left = n; left > 1;) {
    const size_t p = next_factor(left), m = left / p;
    const Order order = {left, 1, m};
    stage_of(p)(p, roots, left, n / left, numbers, order, numbers, order);
    left = m;
  }
}

/// Transforms n numbers, in order. Stages alternate between `first` and `second` for their results.
HWY_INLINE void transform_numbers(
    Roots roots, size_t n, Numbers from, Numbers to, Numbers first, Numbers second) {
  if (n == 1) {
    store(load(from, 0), to, 0);
  }
  for (size_t left = n, step = 1; left > 1;) {
    const size_t p = next_factor(left), m = left / p;
    const Numbers next = m == 1 ? to : first;
    stage_of(p)(p, roots, left, step, from, {1, step, step * m}, next, {1, step * p, step});
    from = next;
    first = second;
    second = next;
    left = m;
    step *= p;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
