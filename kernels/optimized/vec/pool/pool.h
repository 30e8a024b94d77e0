// Pools over lines, planes and volumes, for dtypes that are computed in float: by vectors of adjacent
// windows, or of channels if the tensors are channels-last.
#pragma once

#include "etk/pool/pool.h"

namespace etk::vec {

/// Sets `out` to the maximum of each sliding window of `self`, and `indices` to its index. False, without
/// writing anything, if it does not support the tensors.
bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);

/// Sets `out` to the mean of each sliding window of `self`, with the same contract.
bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out);

/// Adaptive pools, with the same contract.
bool adaptive_max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices);
bool adaptive_mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out);

/// The function, which computes 64-bit indices, if the build has selected operator `kOp` for Long and a dtype
/// that is computed in float; else null, so that the function is not linked into the app.
template <const char* kOp>
constexpr MaxPoolFunction for_largest(MaxPoolFunction function) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  return selected.has(Compute::kFloat) && selected.has(ScalarType::Long) ? function : nullptr;
}

}  // namespace etk::vec
