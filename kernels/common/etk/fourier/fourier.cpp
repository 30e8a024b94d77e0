#include "etk/fourier/fourier.h"

#include <cmath>

namespace etk {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

// The largest prime factor for which p² operations are faster than a convolution.
constexpr size_t kLargestFactor = 61;

size_t smallest_factor(size_t n) {
  for (size_t p = 2; p <= kLargestFactor && p * p <= n; ++p) {
    if (n % p == 0) {
      return p;
    }
  }
  return n;
}

bool has_small_factors(size_t n) {
  while (n > kLargestFactor) {
    const size_t p = smallest_factor(n);
    if (p == n) {
      return false;
    }
    n /= p;
  }
  return true;
}

// e^(2πi · k / n)
Complex root(size_t k, size_t n, bool forward) {
  // Multiples of quarter turns are exact; the remainder is less than a quarter turn.
  const size_t left = 4 * k % n;
  const double angle = kTwoPi / 4 * static_cast<double>(left) / static_cast<double>(n);
  double re = std::cos(angle), im = std::sin(angle);
  for (size_t turns = 4 * k / n; turns % 4 != 0; --turns) {
    const double turned = 0 - im;
    im = re;
    re = turned;
  }
  return {re, forward ? -im : im};
}

}  // namespace

bool Fourier::prepare(Context& ctx, size_t n, bool forward) {
  n_ = n;
  forward_ = forward;
  const bool by_chirp = !has_small_factors(n);
  inner_ = n;
  if (by_chirp) {
    inner_ = 1;
    while (inner_ < 2 * n - 1) {
      inner_ *= 2;
    }
  }
  const size_t arrays = by_chirp ? 4 : 3;
  ETK_REQUIRE(ctx, inner_ <= SIZE_MAX / (arrays * sizeof(Complex)), false);
  line_ = static_cast<Complex*>(allocate(ctx, arrays * inner_ * sizeof(Complex), alignof(Complex)));
  if (!line_) {
    return false;
  }
  other_ = line_ + inner_;
  roots_ = other_ + inner_;
  filter_ = by_chirp ? roots_ + inner_ : nullptr;
  for (size_t k = 0; k < inner_; ++k) {
    roots_[k] = root(k, inner_, forward || by_chirp);
  }
  if (by_chirp) {
    for (size_t k = 0; k < inner_; ++k) {
      filter_[k] = {0, 0};
    }
    for (size_t k = 0; k < n; ++k) {
      filter_[k] = filter_[k ? inner_ - k : 0] = conjugate(chirp(k));
    }
    transform(filter_, other_);
  }
  return true;
}

// Each stage splits `step` interleaved transforms of length n into p · `step` transforms of length n / p.
// Input and result are in their natural order.
void Fourier::transform(Complex* values, Complex* other) const {
  Complex* from = values;
  Complex* to = other;
  for (size_t n = inner_, step = 1; n > 1;) {
    const size_t p = smallest_factor(n), m = n / p, turn = inner_ / p;
    for (size_t j = 0; j < m; ++j) {
      for (size_t k = 0; k < p; ++k) {
        const size_t first = k * j * step % inner_, advance = k * turn % inner_;
        for (size_t q = 0; q < step; ++q) {
          Complex total = {0, 0};
          size_t angle = first;
          for (size_t r = 0; r < p; ++r) {
            const Complex term = from[q + step * (j + m * r)] * roots_[angle];
            total = {total.re + term.re, total.im + term.im};
            angle += advance;
            angle -= angle >= inner_ ? inner_ : 0;
          }
          to[q + step * (p * j + k)] = total;
        }
      }
    }
    Complex* const done = to;
    to = from;
    from = done;
    n = m;
    step *= p;
  }
  for (size_t k = 0; from != values && k < inner_; ++k) {
    values[k] = from[k];
  }
}

// e^(∓πi · k² / n)
Complex Fourier::chirp(size_t k) const {
  const uint64_t squared = uint64_t{k} * k % (2 * uint64_t{n_});
  return root(static_cast<size_t>(squared), 2 * n_, forward_);
}

// jk = (j² + k² - (k - j)²) / 2, so that the sum over j is a convolution (Bluestein's algorithm).
void Fourier::convolve() const {
  for (size_t k = 0; k < inner_; ++k) {
    line_[k] = k < n_ ? line_[k] * chirp(k) : Complex{0, 0};
  }
  transform(line_, other_);
  for (size_t k = 0; k < inner_; ++k) {
    line_[k] = conjugate(line_[k] * filter_[k]);
  }
  transform(line_, other_);
  const Complex scale = {1 / static_cast<double>(inner_), 0};
  for (size_t k = 0; k < n_; ++k) {
    line_[k] = conjugate(line_[k]) * chirp(k) * scale;
  }
}

void Fourier::run() const {
  filter_ ? convolve() : transform(line_, other_);
}

}  // namespace etk
