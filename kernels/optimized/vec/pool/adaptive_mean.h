// Means of windows of several sizes.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes a call of a pool that has adapted; false, and nothing has been written, if the tensors are
/// neither arrays nor have channels last.
bool adaptive_mean(const PoolCall& call);

}  // namespace etk::vec
