// softmax and its logarithm along a dimension. The maximum is subtracted first, so that every exponential is
// at most 1.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/rows.h"

#include <cmath>

namespace etk {

/// A faster implementation of softmax and its logarithm, or null. It returns false, without writing anything,
/// if it does not support the tensors.
using SoftmaxFunction = bool (*)(const Tensor& self, size_t dim, bool is_log, Tensor& out);

/// Computes rows along `dim` with `faster`, or with f.
template <const char* kOp, typename F>
ETK_INLINE Tensor& softmax_rows(
    Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, bool is_log, const F& f, Tensor& out) {
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && !half_to_float && out.scalar_type() == self.scalar_type(), out);
  if (accepts<kOp>(self) && try_faster<kOp, SoftmaxFunction>(self, *wrap_dim(dim, self.dim()), is_log, out)) {
    return out;
  }
  Rows rows(self, *dims, self.scalar_type());
  rows.out(out);
  rows.run<kOp, kFloats, /*kIsBlock=*/true>(ctx, f);
  return out;
}

/// eˣ / Σ eˣ along dim
template <const char* kOp>
ETK_INLINE Tensor& softmax(Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  const auto f = [](auto& row) {
    using C = ValueOf<decltype(row)>;
    const C top = maximum(row);
    const C total = sum(row, [top](C x) { return std::exp(x - top); });
    row.map([=](C x) { return std::exp(x - top) / total; });
  };
  return softmax_rows<kOp>(ctx, self, dim, half_to_float, /*is_log=*/false, f, out);
}

/// x - log Σ eˣ along dim
template <const char* kOp>
ETK_INLINE Tensor& log_softmax(
    Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  // Along the last dimension, PyTorch rounds the sum to the dtype before it takes the logarithm.
  // Dtypes of plain calls are not rounded.
  const bool is_last = !is_plain<kOp>() && wrap_dim(dim, self.dim()) == wrap_dim(-1, self.dim());
  const auto f = [is_last](auto& row) {
    using C = ValueOf<decltype(row)>;
    const C top = maximum(row);
    const C total = sum(row, [top](C x) { return std::exp(x - top); });
    const C log_total = std::log(is_last ? row.rounded(total) : total);
    row.map([=](C x) { return x - top - log_total; });
  };
  return softmax_rows<kOp>(ctx, self, dim, half_to_float, /*is_log=*/true, f, out);
}

}  // namespace etk
