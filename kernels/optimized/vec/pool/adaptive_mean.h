// Means of windows of several sizes.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes an adaptive pool. Returns false, without writing anything, if the tensors are neither contiguous
/// nor channels-last.
bool adaptive_mean(const PoolCall& call);

}  // namespace etk::vec
