// Distances between vectors.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/elementwise/doubles.h"

#include <cmath>

namespace etk {

/// The p-norm of x - y for rows x and y; p = 0 counts the elements that differ, p = ±∞ finds the extreme.
/// `skips_nan` applies to p = ±∞, `counts_nan` to p = 0; otherwise, NaN gives NaN.
double distance(Doubles& rows, size_t x, size_t y, double p, bool skips_nan, bool counts_nan = false);

/// A faster implementation of the distances of all pairs of vectors of two tensors. The dimensions of all
/// views are: a batch, which is broadcast; vectors of `from`; vectors of `other`; elements of a vector. It
/// returns false, without writing anything, if it does not support the tensors.
using DistanceFunction = bool (*)(const View& from, const View& other, const View& to, double p);

/// Sets out to ‖x1[i] - x2[j]‖ₚ, for each pair of matrices after broadcasting the batches; `faster` may be
/// null.
template <const char* kOp>
ETK_INLINE Tensor& cdist(
    Context& ctx, const Tensor& x1, const Tensor& x2, double p, int64_t mode, Tensor& out) {
  const ScalarType dtype = x1.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(x1), out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Float || dtype == ScalarType::Double, out);
  ETK_REQUIRE(ctx, x2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, p >= 0 && mode >= 0 && mode <= 2, out);  // all modes compute the same result
  p = rounded(dtype, p);
  View a(x1), b(x2);
  ETK_REQUIRE(ctx, a.rank >= 2 && b.rank >= 2 && a.rank < kMaxRank && b.rank < kMaxRank, out);
  ETK_REQUIRE(ctx, a.sizes[a.rank - 1] == b.sizes[b.rank - 1], out);
  // Dimensions: batch, rows of x1, rows of x2, elements of a vector.
  a.insert(a.rank - 1);
  b.insert(b.rank - 2);
  Shape shape = a;
  ETK_REQUIRE(ctx, broadcast(shape, b), out);
  Shape distances = shape;
  --distances.rank;
  if (!resize(ctx, out, distances)) {
    return out;
  }
  View to(out);
  to.insert(to.rank);
  if (try_faster<kOp, DistanceFunction>(a, b, to, p)) {
    return out;
  }
  Doubles rows(shape, DimSet{1} << (shape.rank - 1));
  const size_t results = rows.add(to), from = rows.add(a), other = rows.add(b);
  while (rows.next_row()) {
    rows.set_row_value(results, distance(rows, from, other, p, /*skips_nan=*/true));
  }
  return out;
}

/// A faster implementation of the distances between each row of a matrix and all later rows, with the same
/// contract.
using PairFunction = bool (*)(const View& from, const View& to, double p);

/// Sets out to ‖self[i] - self[j]‖ₚ for each i < j; `faster` may be null.
template <const char* kOp>
ETK_INLINE Tensor& pdist(Context& ctx, const Tensor& self, double p, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(self) && self.dim() == 2, out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Float || dtype == ScalarType::Double, out);
  ETK_REQUIRE(ctx, out.scalar_type() == dtype, out);
  p = rounded(dtype, std::isinf(p) ? HUGE_VAL : p);  // -∞ is treated as ∞; other negative p are valid powers
  const int64_t n = self.size(0);
  Shape pairs;
  pairs.push_back(n * (n - 1) / 2);
  if (!resize(ctx, out, pairs) || (p >= 0 && try_faster<kOp, PairFunction>(View(self), View(out), p))) {
    return out;
  }
  if (self.size(1) == 0) {  // for every p
    fill(View(out), 0);
    return out;
  }
  int64_t start = 0;
  for (int64_t i = 0; i + 1 < n; start += n - ++i) {
    View row(self), others(self), to(out);
    row.slice(0, i, 1);
    others.slice(0, i + 1, n - 1 - i);
    to.slice(0, start, n - 1 - i);
    to.insert(1);
    Doubles rows(others, DimSet{2});
    const size_t results = rows.add(to), from = rows.add(row), other = rows.add(others);
    while (rows.next_row()) {
      rows.set_row_value(results, distance(rows, from, other, p, /*skips_nan=*/false));
    }
  }
  return out;
}

}  // namespace etk
