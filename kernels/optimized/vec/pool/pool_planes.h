// Pools of contiguous planes.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// The maximum width of a window, from its first column to its last.
constexpr int64_t kMostReach = 256;

/// Computes a call whose planes are contiguous, and whose windows are at most kMostReach wide.
void pool_planes(const PoolCall& call);

}  // namespace etk::vec
