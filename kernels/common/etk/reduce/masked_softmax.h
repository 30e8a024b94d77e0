// softmax of numbers that are scaled, and to which a mask is added.
#pragma once

#include "etk/reduce/rows.h"

#include <cmath>
#include <limits>

namespace etk {

/// A faster implementation of masked_softmax for an out of the shape of `self`, or null. It returns false,
/// without writing anything, if it does not support the tensors. The mask may be null.
using MaskedSoftmaxFunction = bool (*)(
    const Tensor& self, const Tensor* mask, double scale, size_t dim, bool masked_rows_are_zero, Tensor& out);

/// The softmax of the sums of `scale` · the first input of a row and the second one.
struct MaskedSoftmax {
  double scale;
  bool masked_rows_are_zero;

  template <typename Row>
  void operator()(Row& row) const {
    using C = ValueOf<Row>;
    constexpr C lowest = -std::numeric_limits<C>::infinity();
    const C factor = static_cast<C>(scale);
    // What the first two passes write to the out is not read.
    C top = lowest;
    row.map([&](C x, C mask) {
      const C sum = factor * x + mask;
      top = sum > top || sum != sum ? sum : top;
      return sum;
    });
    const bool is_zero = masked_rows_are_zero && top == lowest;
    double total = 0;
    row.map([&](C x, C mask) {
      const C power = std::exp(factor * x + mask - top);
      total += static_cast<double>(power);
      return power;
    });
    const C divisor = static_cast<C>(total);
    row.map([=](C x, C mask) { return is_zero ? C(0) : std::exp(factor * x + mask - top) / divisor; });
  }
};

/// out = eˣ / Σ eˣ along dim, with x = scale · self + mask. The mask is broadcast to self. With
/// `masked_rows_are_zero`, the softmax of a row whose elements are all -∞ is 0 instead of NaN.
template <const char* kOp>
ETK_INLINE Tensor& masked_softmax(
    Context& ctx,
    const Tensor& self,
    const std::optional<Tensor>& mask,
    double scale,
    int64_t dim,
    bool masked_rows_are_zero,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && is_floating(dtype) && have_dtype(dtype, mask ? *mask : self, out), out);
  ETK_REQUIRE(ctx, !mask || View(*mask).broadcast_to(Shape(self)), out);
  if constexpr (Faster<hash_of(kOp), MaskedSoftmaxFunction>::kIsRegistered) {
    if (!resize(ctx, out, Shape(self))) {
      return out;
    }
    const Tensor* added = mask ? &*mask : nullptr;
    if (accepts<kOp>(self) &&
        try_faster<kOp, MaskedSoftmaxFunction>(
            self, added, scale, *wrap_dim(dim, self.dim()), masked_rows_are_zero, out)) {
      return out;
    }
  }
  const Scalar none = 0.0;
  Rows rows(self, *dims, dtype);
  mask ? rows.input(*mask) : rows.input(none);
  rows.out(out);
  rows.run<kOp, kFloats>(ctx, MaskedSoftmax{scale, masked_rows_are_zero});
  return out;
}

}  // namespace etk
