// The frequencies of Fourier transforms.
#pragma once

#include "etk/base/selected_dtypes.h"
#include "etk/base/window.h"
#include "etk/elementwise/doubles.h"

namespace etk {

/// Sets `out` to the frequencies k / (n · d) of the first `count` coefficients, k = 0, 1, 2, …; from index
/// `negative` on, k is the index minus n.
template <const char* kOp>
Tensor& frequencies(Context& ctx, int64_t n, double d, int64_t count, int64_t negative, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(out) && is_floating(dtype) && is_size(n), out);
  Shape shape;
  shape.push_back(count);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  for (int64_t i = 0; i < count; ++i) {
    const auto k = static_cast<double>(i < negative ? i : i - n);
    write_double(dtype, to.data + i * to.strides[0], k / (static_cast<double>(n) * d));
  }
  return out;
}

}  // namespace etk
