// Random numbers without state between calls: every call draws a stream of its own, seeded from the clock and
// the address of the tensor that it fills.
//
// A stream is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): its
// numbers are hashes of a counter. It is no source of secrets.
#pragma once

#include "etk/base/core.h"

namespace etk {

class Random {
 public:
  /// A stream for the elements of this tensor.
  explicit Random(const Tensor& out);

  /// 64 random bits.
  uint64_t bits();

  /// A number of [0, 1). Rounding it to the floating-point dtype does not change it, so that no 1 comes of
  /// it.
  double uniform(ScalarType dtype);

  /// A number of the normal distribution with mean 0 and standard deviation 1.
  double normal();

  /// An integer of [0, n), n > 0.
  uint64_t below(uint64_t n);

 private:
  uint64_t counter_;
};

/// Sets every element of `out`, which is of a floating-point dtype, to `draw(random, dtype)`.
void fill_random(Tensor& out, double (*draw)(Random& random, ScalarType dtype));

}  // namespace etk
