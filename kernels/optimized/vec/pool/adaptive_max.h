// The largest elements of windows of several sizes.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes a call of a pool that has adapted, whose planes are arrays; false, and nothing has been written,
/// if windows are too wide.
bool adaptive_max(const PoolCall& call);

}  // namespace etk::vec
