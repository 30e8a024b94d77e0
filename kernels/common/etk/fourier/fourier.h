// Discrete Fourier transforms of any length.
//
// A length whose prime factors are small is taken apart by them: n numbers become p transforms of n / p, over
// and over. Any other length is made a convolution with a chirp, which transforms of a power of two compute.
// Both take time in proportion to n · log n. All is computed in double, with the memory that the runtime has
// for kernels.
#pragma once

#include "etk/elementwise/complex.h"

namespace etk {

inline Complex conjugate(Complex a) {
  return {a.re, -a.im};
}

/// The transform of one length and direction: X[k] = Σⱼ x[j] · e^(∓2πi · jk/n), with minus if `forward`.
class Fourier {
 public:
  /// Takes memory from the context; false, with a failure there, if it has too little.
  bool prepare(Context& ctx, size_t n, bool forward);

  /// Room for the numbers of a line.
  Complex* line() const {
    return line_;
  }

  /// Transforms the line.
  void run() const;

 private:
  void transform(Complex* values, Complex* other) const;
  void convolve() const;
  Complex chirp(size_t k) const;

  size_t n_;
  bool forward_;
  size_t inner_;   // the length that is taken apart: n, or a power of two
  Complex* line_;  // all four of that length
  Complex* other_;
  Complex* roots_;   // e^(∓2πi · k / inner)
  Complex* filter_;  // the transform of the chirp; null where none is needed
};

}  // namespace etk
