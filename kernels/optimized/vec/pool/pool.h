// Pools of what is computed in float over lines, planes and volumes: by vectors of places, or of channels
// where these are last in memory.
#pragma once

#include "etk/pool/pool.h"

namespace etk::vec {

/// Sets `out` to the largest element of each window that slides over `self`, and `indices` to where it is.
/// False, without writing anything, if it does not support these tensors.
bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);

/// Sets `out` to the mean of each window that slides over `self`, under the same conditions.
bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out);

/// Pools whose windows have adapted to `self`.
bool adaptive_max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);
bool adaptive_mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out);

/// A function that makes indices, of 64 bits, if the build has selected operator `kOp` for them and what is
/// computed in float; null if not, and then nothing of it is in the app.
template <const char* kOp>
constexpr MaxPoolFunction for_largest(MaxPoolFunction function) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  return selected.has(Compute::kFloat) && selected.has(ScalarType::Long) ? function : nullptr;
}

}  // namespace etk::vec
