// The convolution operator.
#pragma once

#include "etk/base/faster.h"
#include "etk/convolution/convolution.h"
#include "etk/convolution/plain_convolution.h"
#include "etk/product/finish.h"

namespace etk {

/// A faster implementation of a convolution and of what `finish` does to it. Like FasterConvolution, it
/// returns false, without writing anything, if it does not support the call.
template <typename Finish>
using FinishedConvolution = bool(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    Tensor& out,
    const Finish& finish);

/// out = the convolution of input with weight, + bias per channel, and what `finish` does to it.
template <const char* kOp, typename Finish = NoFinish>
ETK_INLINE Tensor& convolve(
    Context& ctx,
    const Tensor& input,
    const Tensor& weight,
    const std::optional<Tensor>& bias,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    ArrayRef<int64_t> dilation,
    bool transposed,
    ArrayRef<int64_t> output_padding,
    int64_t groups,
    Tensor& out,
    const Finish& finish = Finish()) {
  static constexpr auto dots = dot_instances<kOp>();
  constexpr bool is_faster = Faster<hash_of(kOp), FasterConvolution*>::kIsRegistered ||
                             Faster<hash_of(kOp), FinishedConvolution<Finish>*>::kIsRegistered;
  if constexpr (is_plain_convolution<kOp>() && !is_faster) {
    ETK_REQUIRE(ctx, finish.fits(Shape(out)), out);
    if (convolve_plain<kOp>(ctx, input, weight, bias, stride, padding, dilation, groups, out)) {
      finish.template run<kOp>(ctx, out);
    }
    return out;
  }
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = dots.find(dtype);
  ETK_REQUIRE(
      ctx, dot && dtype != ScalarType::Bool && have_dtype(dtype, weight, bias ? *bias : input, out), out);
  const View from(input), kernels(weight), offsets(bias ? *bias : weight);
  Convolution convolution;
  ETK_REQUIRE(
      ctx, convolution.read(from, kernels, stride, padding, dilation, transposed, output_padding, groups),
      out);
  ETK_REQUIRE(ctx, convolution.has_positions(), out);
  const int64_t channels = convolution.shape().sizes[1];
  ETK_REQUIRE(ctx, !bias || (offsets.rank == 1 && offsets.sizes[0] == channels), out);
  ETK_REQUIRE(ctx, finish.fits(convolution.shape()), out);
  if (!resize(ctx, out, convolution.shape())) {
    return out;
  }
  const View* added = bias ? &offsets : nullptr;
  if (try_faster<kOp, FinishedConvolution<Finish>*>(ctx, convolution, from, kernels, added, out, finish)) {
    return out;
  }
  const View to(out);
  if (!try_faster<kOp, FasterConvolution*>(ctx, convolution, from, kernels, added, to)) {
    convolution.run(dot, from, kernels, added, to);
  }
  finish.template run<kOp>(ctx, out);
  return out;
}

}  // namespace etk
