// Sequences of numbers with a constant step, and repeated indices.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// Sets `out`, which has one dimension, to start, start + step, …. Supports Int, Long, and dtypes that are
/// computed in float; for other dtypes, returns false without writing anything.
bool set_sequence(const Scalar& start, const Scalar& step, Tensor& out);

/// Sets `out` to each index i of `repeats`, repeats[i] times; both are Int or Long, and have one dimension.
/// For other dtypes, returns false without writing anything.
bool repeat_indices(const Tensor& repeats, Tensor& out);

}  // namespace etk::vec
