// Discrete Fourier transforms of any length.
//
// A length with small prime factors is decomposed: a transform of n becomes p transforms of n / p,
// repeatedly. Any other length becomes a convolution with a chirp, which is computed by transforms whose
// length is a power of two. Both take O(n · log n) operations. All is computed in double, in the runtime's
// temporary memory.
#pragma once

#include "etk/elementwise/complex.h"

namespace etk {

inline Complex conjugate(Complex a) {
  return {a.re, -a.im};
}

/// The transform of one length and direction: X[k] = Σⱼ x[j] · e^(∓2πi · jk/n), with minus if `forward`.
class Fourier {
 public:
  /// Allocates temporary memory; false, with a failure in the context, if it has too little.
  bool prepare(Context& ctx, size_t n, bool forward);

  /// The memory for the numbers of a line.
  Complex* line() const {
    return line_;
  }

  /// Transforms the line in place.
  void run() const;

 private:
  void transform(Complex* values, Complex* other) const;
  void convolve() const;
  Complex chirp(size_t k) const;

  size_t n_;
  bool forward_;
  size_t inner_;   // the length that is decomposed: n, or a power of two
  Complex* line_;  // the four arrays have that length
  Complex* other_;
  Complex* roots_;   // e^(∓2πi · k / inner)
  Complex* filter_;  // the transform of the chirp; null if it is not needed
};

}  // namespace etk
