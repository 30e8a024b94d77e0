// Windows of signals, which fade out at both ends.
#pragma once

#include "etk/base/selected_dtypes.h"
#include "etk/base/window.h"
#include "etk/elementwise/doubles.h"

namespace etk {

/// Sets `out` to so many values f(t), at equal distances from t = 0 to t = 1; that of 1 is left out if the
/// window is periodic.
template <const char* kOp, typename F>
Tensor& signal_window(Context& ctx, int64_t length, bool periodic, const F& f, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(out) && is_floating(dtype) && is_size(length), out);
  Shape shape;
  shape.push_back(length);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  const auto steps = static_cast<double>(periodic ? length : length - 1);
  for (int64_t i = 0; i < length; ++i) {
    const double value = length == 1 ? 1 : f(static_cast<double>(i) / steps);
    write_double(dtype, to.data + i * to.strides[0], value);
  }
  return out;
}

}  // namespace etk
