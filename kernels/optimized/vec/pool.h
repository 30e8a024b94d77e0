// Pools of what is computed in float over planes: by vectors of places, or of channels where these are last
// in memory.
#pragma once

#include "etk/pool.h"

namespace etk::vec {

/// Sets `out` to the largest element of each window that slides over `self`, and `indices` to where it is.
/// False if these are none of the tensors that it can take; nothing has happened then.
bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);

/// Sets `out` to the mean of each window that slides over `self`, under the same conditions.
bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out);

/// Sets `out` to the mean of each window of a pool that has adapted to `self`, under the same conditions.
bool adaptive_mean_pool(const Pool& pool, const Tensor& self, Tensor& out);

}  // namespace etk::vec
