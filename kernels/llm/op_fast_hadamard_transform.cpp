// fast_hadamard_transform(mat) = mat · H for rows of 2ᵏ or 28 · 2ᵏ elements
//
// For 2ᵏ elements, H is S, Sylvester's matrix of order 2ᵏ divided by √2ᵏ. For 28 · 2ᵏ elements, H is the
// Kronecker product of a Hadamard matrix of order 28, which is not divided, and S.
#include "etk/reduce/rows.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kFastHadamardTransform[] = "llama::fast_hadamard_transform.out";

// The matrix of order 28 consists of 4 · 4 circulant matrices of order 7. For each, the first row: if bit j
// is set, element j is 1, else -1.
static constexpr size_t kOrder = 28;
static constexpr size_t kPart = 7;
static constexpr uint8_t kParts[4][4] = {
    {0x01, 0x3c, 0x5a, 0x66}, {0x43, 0x01, 0x19, 0x5a}, {0x25, 0x66, 0x01, 0x43}, {0x19, 0x25, 0x3c, 0x01}};

static bool is_one(size_t i, size_t j) {
  return (kParts[i / kPart][j / kPart] >> ((j % kPart + kPart - i % kPart) % kPart)) & 1;
}

// Multiplies by Sylvester's matrix: sums and differences of elements with a distance of 1, then 2, then 4, …
template <typename C>
static void multiply_by_sylvesters(C* values, size_t n) {
  for (size_t half = 1; half < n; half *= 2) {
    for (size_t start = 0; start < n; start += 2 * half) {
      for (size_t i = start; i < start + half; ++i) {
        const C a = values[i], b = values[i + half];
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
}

// Multiplies 28 elements with this stride by the matrix of order 28.
template <typename C>
static void multiply_by_28(C* values, size_t stride) {
  C products[kOrder] = {};
  for (size_t i = 0; i < kOrder; ++i) {
    const C x = values[i * stride];
    for (size_t j = 0; j < kOrder; ++j) {
      products[j] += is_one(i, j) ? x : -x;
    }
  }
  for (size_t j = 0; j < kOrder; ++j) {
    values[j * stride] = products[j];
  }
}

Tensor& fast_hadamard_transform_out(Context& ctx, const Tensor& mat, Tensor& out) {
  const auto rank = static_cast<size_t>(mat.dim());
  ETK_REQUIRE(ctx, rank > 0 && out.scalar_type() == mat.scalar_type(), out);
  const auto size = static_cast<size_t>(mat.size(static_cast<ssize_t>(rank) - 1));
  const size_t count = size % kOrder == 0 ? kOrder : 1;
  const size_t order = size / count;
  ETK_REQUIRE(ctx, order > 0 && (order & (order - 1)) == 0, out);
  void* const room = allocate(ctx, size * sizeof(double), alignof(double));
  if (!room) {
    return out;
  }
  Rows rows(mat, DimSet{1} << (rank - 1), mat.scalar_type());
  rows.out(out);
  rows.run<kFastHadamardTransform, kFloats>(ctx, [=](auto& row) {
    using C = ValueOf<decltype(row)>;
    C* const values = static_cast<C*>(room);
    size_t i = 0;
    row.for_each([&](C x) { values[i++] = x; });
    for (size_t part = 0; part < count; ++part) {
      multiply_by_sylvesters(values + part * order, order);
    }
    for (size_t at = 0; count > 1 && at < order; ++at) {
      multiply_by_28(values + at, order);
    }
    const C factor = 1 / std::sqrt(static_cast<C>(order));
    i = 0;
    row.map([&](C) { return values[i++] * factor; });
  });
  return out;
}

}  // namespace torch::executor::native
