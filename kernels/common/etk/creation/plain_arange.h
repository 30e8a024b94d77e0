// Sequences of numbers for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/plain.h"

#include <cmath>

namespace etk {

/// A faster implementation that sets `out` to start, start + step, …; or null. It returns false, without
/// writing anything, if it does not support the tensor.
using SequenceFunction = bool (*)(const Scalar& start, const Scalar& step, Tensor& out);

// Whether the step leads from start to end.
template <typename Start, typename End, typename Step>
bool leads(const Start& start, const End& end, const Step& step) {
  const double from = value_of<double>(start), to = value_of<double>(end), by = value_of<double>(step);
  return by > 0 ? from <= to : by < 0 && from >= to;
}

// The number of elements.
template <typename Start, typename End, typename Step>
double sequence_length(ScalarType dtype, const Start& start, const End& end, const Step& step) {
  if (dtype == ScalarType::Long) {
    const auto distance = static_cast<double>(value_of<int64_t>(end) - value_of<int64_t>(start));
    return std::ceil(distance / static_cast<double>(value_of<int64_t>(step)));
  }
  return std::ceil((value_of<double>(end) - value_of<double>(start)) / value_of<double>(step));
}

/// Whether all calls of an operator are plain, and there is no faster implementation.
template <const char* kOp>
constexpr bool is_plain_arange() {
  return is_plain<kOp>() && !Faster<hash_of(kOp), SequenceFunction>::kIsRegistered;
}

/// `arange` for plain calls, whose start, end and step may be constants: those with these indices, if any.
template <const char* kOp, int kStart, int kEnd, int kStep>
ETK_INLINE void arange_plain(
    Context& ctx, const Scalar& any_start, const Scalar& any_end, const Scalar& any_step, Tensor& out) {
  using C = PlainValue<kOp>;
  using Exact = std::conditional_t<std::is_integral_v<C>, int64_t, double>;
  const auto& start = fixed_or<kOp, kStart>(any_start);
  const auto& end = fixed_or<kOp, kEnd>(any_end);
  const auto& step = fixed_or<kOp, kStep>(any_step);
  ETK_REQUIRE(ctx, out.dim() == 1, );
  ETK_REQUIRE(ctx, leads(start, end, step), );
  const double n = sequence_length(only_dtype<kOp>(), start, end, step);
  ETK_REQUIRE(ctx, static_cast<double>(out.numel()) == n, );
  const auto first = value_of<Exact>(start), by = value_of<Exact>(step);
  C* const to = static_cast<C*>(out.mutable_data_ptr());
  for (size_t i = 0; i < static_cast<size_t>(out.numel()); ++i) {
    to[i] = static_cast<C>(first + by * static_cast<Exact>(i));
  }
}

}  // namespace etk
