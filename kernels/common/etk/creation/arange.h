// Sequences of numbers with a constant step.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/view.h"

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

template <typename C>
void count_from(const Scalar& start, const Scalar& step, size_t first, size_t n, void* values) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<C*>(values)[i] = etk::to<C>(start) + etk::to<C>(step) * static_cast<C>(first + i);
  }
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
  ETK_REQUIRE(ctx, out.scalar_type() == only_dtype<kOp>() && out.dim() == 1, );
  ETK_REQUIRE(ctx, leads(start, end, step), );
  const double n = sequence_length(only_dtype<kOp>(), start, end, step);
  ETK_REQUIRE(ctx, static_cast<double>(out.numel()) == n, );
  const auto first = value_of<Exact>(start), by = value_of<Exact>(step);
  C* const to = static_cast<C*>(out.mutable_data_ptr());
  for (size_t i = 0; i < static_cast<size_t>(out.numel()); ++i) {
    to[i] = static_cast<C>(first + by * static_cast<Exact>(i));
  }
}

/// Sets `out` to the numbers in [start, end).
template <const char* kOp>
ETK_INLINE Tensor& arange(
    Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(out), out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && dtype != ScalarType::Bool, out);
  ETK_REQUIRE(ctx, leads(start, end, step), out);
  const double n = sequence_length(dtype, start, end, step);
  ETK_REQUIRE(ctx, n >= 0 && n <= 2147483647.0, out);  // false for NaN, too
  Shape shape;
  shape.push_back(static_cast<int64_t>(n));
  if (!resize(ctx, out, shape) || try_faster<kOp, SequenceFunction>(start, step, out)) {
    return out;
  }
  // Like in PyTorch, integers are computed exactly and all other dtypes in double.
  const bool exact = compute_of(dtype) == Compute::kInt;
  const View to(out);
  ChunkBuffer values;
  const auto total = static_cast<size_t>(n);
  for (size_t first = 0; first < total; first += kChunk) {
    const size_t part = chunk_of(total - first);
    (exact ? count_from<int64_t> : count_from<double>)(start, step, first, part, values.bytes);
    char* const at = to.data + static_cast<ptrdiff_t>(first) * to.strides[0];
    write(exact ? ScalarType::Long : ScalarType::Double, values.bytes, part, dtype, at, to.strides[0]);
  }
  return out;
}

}  // namespace etk
