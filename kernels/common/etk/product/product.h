// The product pattern: out[m][n] = beta · bias[m][n] + alpha · Σₖ a[m][k] · b[n][k].
//
// Matrix products and convolutions differ only in where a row of a factor lies, so a factor is asked to read
// a part of one of its rows. Sums are taken in the compute type, chunk by chunk.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/view.h"

namespace etk {

/// A matrix that is read along its rows.
class Factor {
 public:
  /// n <= kChunk values of a row, from index k on. `source` casts and widens, and may hold them.
  virtual const void* read(size_t row, size_t k, size_t n, Source& source) const = 0;

 protected:
  ~Factor() = default;
};

/// A factor whose elements lie at fixed distances.
class Matrix final : public Factor {
 public:
  Matrix(const char* data, ptrdiff_t row_stride, ptrdiff_t k_stride)
      : data_(data), row_stride_(row_stride), k_stride_(k_stride) {}

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    const auto r = static_cast<ptrdiff_t>(row), i = static_cast<ptrdiff_t>(k);
    return source.read(data_ + r * row_stride_ + i * k_stride_, k_stride_, n);
  }

 private:
  const char* data_;
  ptrdiff_t row_stride_;
  ptrdiff_t k_stride_;
};

/// Adds Σ a[i] · b[i] to the total.
using DotFunction = void (*)(const void* a, const void* b, size_t n, void* total);

/// One product of matrices of a dtype. Strides are in bytes.
struct Product {
  const Factor& a;
  const Factor& b;
  ScalarType dtype;

  size_t m = 0, n = 0, k = 0;
  char* out = nullptr;
  ptrdiff_t out_strides[2] = {0, 0};  // along m and n
  const char* bias = nullptr;         // of the same dtype
  ptrdiff_t bias_strides[2] = {0, 0};
  Scalar alpha = 1;
  Scalar beta = 1;
};

namespace internal {

template <typename C>
void add_dot(const void* a, const void* b, size_t n, void* total) {
  using Sum = Wrapping<C>;
  Sum partial = 0;
  for (size_t i = 0; i < n; ++i) {
    partial += static_cast<const Sum*>(a)[i] * static_cast<const Sum*>(b)[i];
  }
  *static_cast<Sum*>(total) += partial;
}

}  // namespace internal

/// The inner product for the dtypes that the build has selected for an operator.
template <const char* kOp, unsigned kComputes = kNumbers>
constexpr Instances<DotFunction> dot_instances() {
  return instantiate<kOp, kComputes, DotFunction>([](auto c) { return internal::add_dot<decltype(c)>; });
}

/// Computes a product.
void run(DotFunction add_dot, const Product& product);

/// out[i] = beta · bias[i] + alpha · a[i] × b[i] for each i, with a of shape (i, m, k), b (i, k, n), bias and
/// out (i, m, n), all of the same dtype. Without a bias, `bias` is null.
void multiply(
    DotFunction add_dot,
    const View& a,
    const View& b,
    const View* bias,
    const Scalar& alpha,
    const Scalar& beta,
    const View& out);

/// What `multiply` does, faster; null if there is none. True if the call is settled: done, or failed. False
/// if it does not take the call; nothing has been written then.
using MultiplyFunction = bool (*)(
    Context& ctx, const View& a, const View& b, const View* bias, double alpha, double beta, const View& out);

/// `multiply`, by `faster` if it takes the call. Inline, so that without one nothing of it is left.
ETK_INLINE void multiply(
    Context& ctx,
    DotFunction add_dot,
    MultiplyFunction faster,
    const View& a,
    const View& b,
    const View* bias,
    const Scalar& alpha,
    const Scalar& beta,
    const View& out) {
  if (!faster || !faster(ctx, a, b, bias, to<double>(alpha), to<double>(beta), out)) {
    multiply(add_dot, a, b, bias, alpha, beta, out);
  }
}

}  // namespace etk
