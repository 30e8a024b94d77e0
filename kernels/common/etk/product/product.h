// The product pattern: out[m][n] = beta · bias[m][n] + alpha · Σₖ a[m][k] · b[n][k].
//
// Matrix products and convolutions differ only in the addresses of a factor's rows, so a factor has a virtual
// function that reads a part of one of its rows. Sums are accumulated in the compute type, chunk by chunk.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/view.h"

namespace etk {

/// A matrix that is read along its rows.
class Factor {
 public:
  /// Returns n <= kChunk values of a row, from index k on. `source` casts and widens, and may hold the
  /// values.
  virtual const void* read(size_t row, size_t k, size_t n, Source& source) const = 0;

 protected:
  ~Factor() = default;
};

/// A factor whose elements have constant strides.
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

/// A product of matrices of one dtype. Strides are in bytes.
struct Product {
  const Factor& a;
  const Factor& b;
  ScalarType dtype;

  size_t m = 0, n = 0, k = 0;
  char* out = nullptr;
  ptrdiff_t out_strides[2] = {0, 0};  // along m and n
  const char* bias = nullptr;         // of the same dtype, or null
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

/// out[i] = beta · bias[i] + alpha · a[i] × b[i] for each i. a has shape (i, m, k), b has (i, k, n), bias and
/// out have (i, m, n), and all have the same dtype. `bias` may be null.
void multiply(
    DotFunction add_dot,
    const View& a,
    const View& b,
    const View* bias,
    const Scalar& alpha,
    const Scalar& beta,
    const View& out);

/// A faster implementation of `multiply`, or null. It returns true if the call is done or has failed; false,
/// without writing anything, if it does not support the call.
using MultiplyFunction = bool (*)(
    Context& ctx, const View& a, const View& b, const View* bias, double alpha, double beta, const View& out);

/// Calls `faster`, and `multiply` if that does not support the call. Inline, so that without a faster
/// implementation only the call of `multiply` remains.
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
