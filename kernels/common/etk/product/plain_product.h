// Products of matrices for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/base/plain.h"
#include "etk/product/product.h"

namespace etk {

/// The tensor that is added to a product, with its factor beta, and the product's factor alpha.
struct Addend {
  const Tensor& self;
  const Scalar& beta;
  const Scalar& alpha;
};

/// Whether the operator has only plain calls, and no faster implementation.
template <const char* kOp>
constexpr bool is_plain_product() {
  return is_plain_stored<kOp>() && only_dtype<kOp>() != ScalarType::Bool &&
         !Faster<hash_of(kOp), MultiplyFunction>::kIsRegistered;
}

/// A batch of products of contiguous matrices: out[i][m][n] = beta · bias[i][m][n] + alpha · Σₖ a[i][m][k] ·
/// b[i][k][n]. The strides of the bias are in elements. `bias` may be null.
template <ScalarType kDtype>
struct PlainProduct {
  using C = ValueOfDtype<kDtype>;

  size_t batches, m, n, k;
  const void* a;
  const void* b;
  const void* bias;
  size_t bias_strides[3];
  C alpha, beta;
  void* out;

  ETK_SHARED void run() const {
    using Sum = Wrapping<C>;
    using Stored = Element<kDtype>;
    const auto value = [](Stored element) { return static_cast<Sum>(value_of_element<C, kDtype>(element)); };
    const Stored* row = static_cast<const Stored*>(a);
    const Stored* matrix = static_cast<const Stored*>(b);
    Stored* to = static_cast<Stored*>(out);
    for (size_t i = 0; i < batches; ++i, matrix += k * n) {
      for (size_t r = 0; r < m; ++r, row += k) {
        for (size_t column = 0; column < n; ++column) {
          Sum total = 0, partial = 0;
          for (size_t l = 0; l < k; ++l) {
            // As in the function `run`, chunks are added first.
            if (l % kChunk == 0) {
              total += partial;
              partial = 0;
            }
            partial += value(row[l]) * value(matrix[l * n + column]);
          }
          total = static_cast<Sum>(alpha) * (total + partial);
          if (bias) {
            const size_t at = i * bias_strides[0] + r * bias_strides[1] + column * bias_strides[2];
            total += static_cast<Sum>(beta) * value(static_cast<const Stored*>(bias)[at]);
          }
          *to++ = element_of<kDtype>(static_cast<C>(total));
        }
      }
    }
  }
};

/// `multiply_matrices` for plain calls.
template <const char* kOp, size_t kRank>
ETK_INLINE void multiply_plain(
    Context& ctx, const Addend* addend, const Tensor& left, const Tensor& right, Tensor& out) {
  using C = PlainValue<kOp>;
  constexpr size_t kRow = kRank - 2, kColumn = kRank - 1;
  const auto a = left.sizes(), b = right.sizes(), to = out.sizes();
  ETK_REQUIRE(ctx, a.size() == kRank && b.size() == kRank && to.size() == kRank, );
  ETK_REQUIRE(ctx, a[kColumn] == b[kRow] && to[kRow] == a[kRow] && to[kColumn] == b[kColumn], );
  ETK_REQUIRE(ctx, kRank == 2 || (a[0] == b[0] && to[0] == a[0]), );
  PlainProduct<only_dtype<kOp>()> product;
  product.batches = kRank == 2 ? 1 : to[0];
  product.m = to[kRow];
  product.n = to[kColumn];
  product.k = a[kColumn];
  product.a = left.const_data_ptr();
  product.b = right.const_data_ptr();
  product.bias = nullptr;
  product.alpha = 1;
  product.out = out.mutable_data_ptr();
  if (addend) {
    // These are the arguments before the out.
    constexpr int kBeta = 3, kAlpha = 4;
    const auto& beta = fixed_or<kOp, kBeta>(addend->beta);
    const auto& alpha = fixed_or<kOp, kAlpha>(addend->alpha);
    if constexpr (!is_small<kOp, kBeta>() || !is_small<kOp, kAlpha>()) {
      ETK_REQUIRE(ctx, out.numel() == 0 || are_factors(only_dtype<kOp>(), beta, alpha, product.k > 0), );
    }
    DimSet covered = 0;
    product.bias_strides[0] = 0;
    ETK_REQUIRE(ctx, plain_strides(addend->self.sizes(), to, product.bias_strides + 3 - kRank, covered), );
    product.beta = value_of<C>(beta);
    if (product.k > 0) {
      product.alpha = value_of<C>(alpha);
    }
    // With beta = 0, self is ignored, even if it has NaN.
    product.bias = product.beta != 0 ? addend->self.const_data_ptr() : nullptr;
  }
  product.run();
}

}  // namespace etk
