// Sequences of numbers with a constant step.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/view.h"
#include "etk/creation/plain_arange.h"

namespace etk {

template <typename C>
void count_from(const Scalar& start, const Scalar& step, size_t first, size_t n, void* values) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<C*>(values)[i] = etk::to<C>(start) + etk::to<C>(step) * static_cast<C>(first + i);
  }
}

/// Sets `out` to the numbers in [start, end). These are the arguments with the indices, if any; -1 otherwise.
template <const char* kOp, int kStart, int kEnd, int kStep>
ETK_INLINE Tensor& arange(
    Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  if constexpr (is_plain_arange<kOp>()) {
    arange_plain<kOp, kStart, kEnd, kStep>(ctx, start, end, step, out);
    return out;
  }
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
