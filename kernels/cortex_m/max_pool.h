// The maximum of each window.
#pragma once

#include "etk/base/selected_dtypes.h"
#include "pool.h"
#include "requantize.h"

namespace etk {

template <const char* kOp>
ETK_INLINE Tensor& max_pool(
    Context& ctx,
    const Tensor& input,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    int64_t activation_min,
    int64_t activation_max,
    ImageLayout layout,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kOp>(input) && have_dtype(ScalarType::Char, input, out), out);
  const View from = images(input, layout);
  const QuantizedResult result{0, activation_min, activation_max};
  Windows windows;
  Window::Index apart = {0, 0, 0};
  ETK_REQUIRE(ctx, windows.read(from, kernel_size, stride, padding, /*ceil_mode=*/false), out);
  ETK_REQUIRE(ctx, read_spatial(dilation, 2, 1, apart) && apart[0] == 1 && apart[1] == 1, out);
  ETK_REQUIRE(ctx, result.is_valid(), out);
  const auto f = [=](const Patch& patch) {
    int8_t most = INT8_MIN;
    patch.for_each([&](int8_t x) { most = x > most ? x : most; });
    return result(most);
  };
  return pool(ctx, windows, from, layout, f, out);
}

}  // namespace etk
