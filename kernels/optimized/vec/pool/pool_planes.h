// Pools of planes that are arrays.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// The widest window, from its first column to its last.
constexpr int64_t kMostReach = 256;

/// Computes a call whose planes are arrays, and whose windows are at most as wide.
void pool_planes(const PoolCall& call);

}  // namespace etk::vec
