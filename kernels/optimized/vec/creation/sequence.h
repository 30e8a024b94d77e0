// Numbers at equal distances, and indices.
#pragma once

#include "etk/base/core.h"

namespace etk::vec {

/// Sets `out`, which has one dimension, to start, start + step, …: of Int, Long, and what is computed in
/// float. False if it has another dtype; nothing has been written then.
bool set_sequence(const Scalar& start, const Scalar& step, Tensor& out);

/// Sets `out` to each index of `repeats`, as often as that says; both are of Int or Long, and have one
/// dimension. False if they have another dtype; nothing has been written then.
bool repeat_indices(const Tensor& repeats, Tensor& out);

}  // namespace etk::vec
