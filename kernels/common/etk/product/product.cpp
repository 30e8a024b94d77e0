#include "etk/product/product.h"
#include "etk/base/selected_dtypes.h"

#include <cstring>

namespace etk {
namespace {

// Totals are computed in tiles, so that each element that is read serves several of them.
constexpr size_t kTile = 8;

size_t tile_of(size_t left) {
  return left < kTile ? left : kTile;
}

// total[i] = beta · bias[i] + alpha · total[i]; `bias` may be null.
template <typename C>
void finish(const Product& p, const void* bias, size_t n, void* totals) {
  using Sum = Wrapping<C>;
  const auto alpha = static_cast<Sum>(to<C>(p.alpha)), beta = static_cast<Sum>(to<C>(p.beta));
  for (size_t i = 0; i < n; ++i) {
    Sum& total = static_cast<Sum*>(totals)[i];
    total = alpha * total + (bias ? beta * static_cast<const Sum*>(bias)[i] : Sum{0});
  }
}

void finish(const Product& p, const void* bias, size_t n, void* totals) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  const Compute compute = compute_of(p.dtype);
  if (selected.has(Compute::kInt) && compute == Compute::kInt) {
    finish<int64_t>(p, bias, n, totals);
  } else if (selected.has(Compute::kDouble) && compute == Compute::kDouble) {
    finish<double>(p, bias, n, totals);
  } else if (selected.has(Compute::kFloat)) {
    finish<float>(p, bias, n, totals);
  }
}

}  // namespace

void run(DotFunction add_dot, const Product& p) {
  const size_t size = value_size(compute_of(p.dtype));
  Source from_a(p.dtype, p.dtype), from_bias(p.dtype, p.dtype);
  Source from_b[kTile];
  for (Source& source : from_b) {
    source = Source(p.dtype, p.dtype);
  }
  alignas(int64_t) unsigned char totals[kTile][kTile * sizeof(int64_t)];
  for (size_t m = 0; m < p.m; m += kTile) {
    const size_t rows = tile_of(p.m - m);
    for (size_t n = 0; n < p.n; n += kTile) {
      const size_t columns = tile_of(p.n - n);
      std::memset(totals, 0, sizeof(totals));
      for (size_t k = 0; k < p.k; k += kChunk) {
        const size_t depth = chunk_of(p.k - k);
        const void* b[kTile];
        for (size_t j = 0; j < columns; ++j) {
          b[j] = p.b.read(n + j, k, depth, from_b[j]);
        }
        for (size_t i = 0; i < rows; ++i) {
          const void* a = p.a.read(m + i, k, depth, from_a);
          for (size_t j = 0; j < columns; ++j) {
            add_dot(a, b[j], depth, totals[i] + j * size);
          }
        }
      }
      for (size_t i = 0; i < rows; ++i) {
        const auto at = [&](auto* data, const ptrdiff_t* strides) {
          return data + static_cast<ptrdiff_t>(m + i) * strides[0] + static_cast<ptrdiff_t>(n) * strides[1];
        };
        const void* bias =
            p.bias ? from_bias.read(at(p.bias, p.bias_strides), p.bias_strides[1], columns) : nullptr;
        finish(p, bias, columns, totals[i]);
        store(p.dtype, totals[i], columns, at(p.out, p.out_strides), p.out_strides[1]);
      }
    }
  }
}

void multiply(
    DotFunction add_dot,
    const View& a,
    const View& b,
    const View* bias,
    const Scalar& alpha,
    const Scalar& beta,
    const View& out) {
  if (is_complex(out.dtype)) {
    // Complex products are computed from products of parts: (re + i · im)(re' + i · im').
    for (const bool imaginary : {false, true}) {
      const View to = out.part(imaginary), offsets = bias ? bias->part(imaginary) : to;
      multiply(add_dot, a.part(false), b.part(imaginary), bias ? &offsets : nullptr, alpha, beta, to);
      const Scalar factor = imaginary ? alpha : Scalar(-etk::to<double>(alpha));
      multiply(add_dot, a.part(true), b.part(!imaginary), &to, factor, 1, to);
    }
    return;
  }
  for (size_t i = 0; i < static_cast<size_t>(out.sizes[0]); ++i) {
    const auto at = [i](const View& view) { return view.data + static_cast<ptrdiff_t>(i) * view.strides[0]; };
    const Matrix rows(at(a), a.strides[1], a.strides[2]);
    const Matrix columns(at(b), b.strides[2], b.strides[1]);
    Product product{rows, columns, out.dtype};
    product.m = out.sizes[1];
    product.n = out.sizes[2];
    product.k = a.sizes[2];
    product.out = at(out);
    product.out_strides[0] = out.strides[1];
    product.out_strides[1] = out.strides[2];
    if (bias) {
      product.bias = at(*bias);
      product.bias_strides[0] = bias->strides[1];
      product.bias_strides[1] = bias->strides[2];
    }
    product.alpha = alpha;
    product.beta = beta;
    run(add_dot, product);
  }
}

}  // namespace etk
