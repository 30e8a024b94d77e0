// Random numbers without state between calls: each call has its own stream, seeded from the clock and the
// address of the out tensor.
//
// A stream is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): its
// numbers are hashes of a counter. It is not suitable for cryptography.
#pragma once

#include "etk/base/core.h"

namespace etk {

class Random {
 public:
  /// A stream for the elements of this tensor.
  explicit Random(const Tensor& out);

  /// 64 random bits.
  uint64_t bits();

  /// A uniform random number in [0, 1) that the floating-point dtype can represent, so that rounding does not
  /// return 1.
  double uniform(ScalarType dtype);

  /// A random number from the standard normal distribution.
  double normal();

  /// A uniform random integer in [0, n), n > 0.
  uint64_t below(uint64_t n);

 private:
  uint64_t counter_;
};

/// Sets each element of `out`, which has a floating-point dtype, to `draw(random, dtype)`.
void fill_random(Tensor& out, double (*draw)(Random& random, ScalarType dtype));

/// Sets each element of `out`, which has a floating-point dtype, to `draw(random, dtype, a, b)`.
void fill_random(
    Tensor& out, double (*draw)(Random& random, ScalarType dtype, double a, double b), double a, double b);

/// Sets each element of `out` to a uniform random integer in [low, high), low < high.
void fill_random_integers(Tensor& out, int64_t low, int64_t high);

}  // namespace etk
